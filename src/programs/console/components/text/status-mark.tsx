// The status of a response as a shape and a number: a disc for 2xx, a triangle for 4xx, a square for 5xx, a cross for none.

type StatusGroup = 'ok' | 'warning' | 'error' | 'muted'

const MARKS: Readonly<Record<StatusGroup, readonly [shape: string, words: string]>> = {
  ok: ['M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10Z', 'succeeded'],
  warning: ['M6 1L11.5 11H.5Z', 'rejected'],
  error: ['M1 1H11V11H1Z', 'failed'],
  muted: ['M2 2L10 10M10 2L2 10', 'no response'],
}

interface StatusMarkProps {
  readonly status: number | null
  readonly isFaulted?: boolean
}

/** @param props `status`: null if there was no response */
export function StatusMark({ status, isFaulted = false }: StatusMarkProps) {
  const group = groupOf(status)
  const [shape, words] = MARKS[group]
  return (
    <span class={`status ${group}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true" stroke-width={group === 'muted' ? 2 : 0}>
        <path d={shape} />
      </svg>
      {status ?? 'none'}
      <span class="visually-hidden"> {words}</span>
      {isFaulted && (
        <span class="faulted" title="A fault applied">
          fault
        </span>
      )}
    </span>
  )
}

function groupOf(status: number | null): StatusGroup {
  if (status === null) return 'muted'
  if (status >= 500) return 'error'
  return status >= 400 ? 'warning' : 'ok'
}
