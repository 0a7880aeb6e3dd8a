// The requests that wait, and what lets them go.

import type { JSX } from 'preact'
import { useConsole } from '../../../app/console.ts'
import { formatCount } from '../../../components/charts/bars.tsx'
import { Button } from '../../../components/controls/button.tsx'

/** How many requests wait, for what, and the buttons that let them go. */
export function Waiting(): JSX.Element | null {
  const { stream, worldActions, world, connection } = useConsole()
  const waits = stream.requests.value.flatMap(({ session, waitsFor }) =>
    waitsFor !== null && session === connection.session ? waitsFor : [],
  )
  const [first, ...others] = waits
  if (first === undefined) return null
  const dues = waits.flatMap(({ what, until }) => (what === 'clock' && until !== null ? until : [])).sort()
  const [due] = dues
  const subject = `${formatCount(waits.length, 'request')} ${others.length === 0 ? 'waits' : 'wait'}`
  const what = others.every((each) => each.what === first.what) ? ` for ${WAITS[first.what]}` : ''
  return (
    <p class="row requests-waiting" role="status">
      {subject + what}
      {due !== undefined && <Button onClick={() => void worldActions.setClock(due)}>Go to {due.slice(11, 19)}</Button>}
      {due !== undefined && world.isFrozen.value && (
        <Button onClick={() => void worldActions.runClock()}>Let the clock run</Button>
      )}
    </p>
  )
}

/** What a request can wait for, in words. */
export const WAITS = {
  body: 'the rest of its body',
  clock: 'the clock',
  change: 'a change of the data',
  handler: 'its handler',
  turn: 'its turn',
  client: 'its client to leave',
} as const
