// How far a request has got, and what it waits for.

import type { RequestState, RequestWait } from './entry.ts'

export const REQUEST_STATES = ['pending', 'finished', 'aborted'] as const satisfies readonly RequestState[]

export function buildWait(
  what: RequestWait['what'],
  { until = null, fault = null }: Partial<RequestWait> = {},
): RequestWait {
  return { what, until, fault }
}

/** Describes a wait, as the rest of a sentence: `waits for the clock until 2026-03-02T09:00:03Z`. */
export function describeWait({ what, until, fault }: RequestWait): string {
  const because = fault === null ? '' : `, because of the fault "${fault}"`
  if (what === 'client') return `never gets a response${because}`
  const words = {
    body: 'the rest of its body',
    clock: 'the clock',
    change: 'a change of the data',
    handler: 'its handler',
    turn: 'its turn',
  }
  const end = until === null ? '' : what === 'clock' ? ` until ${until}` : `, at most until ${until}`
  return `waits for ${words[what]}${end}${because}`
}
