// How far a request has got, and what it waits for.

/** `pending`: it waits; `finished`: it was answered; `aborted`: the client disconnected before the response. */
export type RequestState = 'pending' | 'finished' | 'aborted'

export const REQUEST_STATES = ['pending', 'finished', 'aborted'] as const satisfies readonly RequestState[]

/** What a pending request waits for. */
export interface RequestWait {
  /**
   * `body`: the rest of its body; `clock`: the time `until`; `change`: a change of the data, at most until `until`; `handler`: an MSW handler;
   * `turn`: other work of the simulator; `client`: nothing, because a fault never sends the response. It lasts until
   * the client disconnects.
   */
  readonly what: 'body' | 'clock' | 'change' | 'handler' | 'turn' | 'client'
  /** Until when it waits at most, on the world's clock; null if it does not wait for the clock. */
  readonly until: string | null
  /** The id of the fault that makes it wait; null if none does. */
  readonly fault: string | null
}

export function buildWait(
  what: RequestWait['what'],
  { until = null, fault = null }: Partial<Omit<RequestWait, 'what'>> = {},
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
