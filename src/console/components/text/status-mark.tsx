// The status of a response as a shape and a number: a disc for 2xx, a triangle for 4xx, a square for 5xx, a cross for none.

export interface StatusMarkProps {
  /** Null if there was no response. */
  status: number | null
  /** Whether a fault applied. */
  isFaulted?: boolean
}

type Group = 'ok' | 'warning' | 'error' | 'muted'

const SHAPES: Readonly<Record<Group, string>> = {
  ok: 'M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10Z',
  warning: 'M6 1L11.5 11H.5Z',
  error: 'M1 1H11V11H1Z',
  muted: 'M2 2L10 10M10 2L2 10',
}

const WORDS: Readonly<Record<Group, string>> = {
  ok: 'succeeded',
  warning: 'rejected',
  error: 'failed',
  muted: 'no response',
}

export function StatusMark({ status, isFaulted = false }: StatusMarkProps) {
  const group = groupOf(status)
  return (
    <span class={`status ${group}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true" stroke-width={group === 'muted' ? 2 : 0}>
        <path d={SHAPES[group]} />
      </svg>
      {status ?? 'none'}
      <span class="visually-hidden"> {WORDS[group]}</span>
      {isFaulted && (
        <span class="faulted" title="A fault applied">
          fault
        </span>
      )}
    </span>
  )
}

function groupOf(status: number | null): Group {
  if (status === null) return 'muted'
  if (status >= 500) return 'error'
  return status >= 400 ? 'warning' : 'ok'
}
