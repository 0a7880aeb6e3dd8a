// The state of a record as a shape and a word.

import type { JSX } from 'preact'
import { Text } from '../../components/text.tsx'

type Group = 'ok' | 'error' | 'warning' | 'rest'

const SHAPES: Readonly<Record<Group, string>> = { ok: '●', error: '■', warning: '◌', rest: '○' }

/** The state of a record. */
export function StateMark({ state }: { state: string }): JSX.Element {
  const group = groupOf(state)
  return (
    <span class={`state-mark status-${group}`}>
      <span aria-hidden="true">{SHAPES[group]}</span> <Text most={40}>{state}</Text>
    </span>
  )
}

// The names of states are English words, whatever the resource.
function groupOf(state: string): Group {
  if (/FAIL|ERROR/i.test(state)) return 'error'
  if (/AWAITING|PENDING|QUEUED|ING$/i.test(state)) return 'warning'
  return /READY|DEPLOYED|COMPLETED|ACTIVE|SUCCE/i.test(state) ? 'ok' : 'rest'
}
