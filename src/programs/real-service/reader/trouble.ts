// What keeps a service from answering, and how long to wait before it is asked again.

import { headerOf, type ServiceReply } from './messages.ts'

/** Why there is no answer of the service itself. */
export interface Trouble {
  /** What happened, without a full stop. */
  readonly received: string
  /** What to do, in sentences. */
  readonly advice: string
  /** Whether it may be over when the request is sent again. */
  readonly isPassing: boolean
  /** For how many milliseconds the service asks to wait. */
  readonly wait?: number
  /** The status that says that the service is not available. */
  readonly code?: number
}

const LIMITED = 429
// What servers and proxies respond with while the service itself does not answer.
const UNAVAILABLE: readonly number[] = [408, 502, 503, 504]

// How often a request is repeated.
const MOST_REPEATS = 3
const FIRST_PAUSE_MILLISECONDS = 1000
const MOST_PAUSE_MILLISECONDS = 300_000

/** Finds out whether a reply only says that the service does not answer now. */
export function findTrouble(reply: ServiceReply): Trouble | undefined {
  const { status } = reply
  const isLimited = status === LIMITED
  if (!isLimited && !UNAVAILABLE.includes(status)) return undefined
  const wait = parseRetryAfter(reply)
  const asks = wait === undefined ? '' : `, and asks to wait for ${Math.ceil(wait / 1000)} s`
  const what = isLimited ? 'it limits how many requests it takes' : 'it is not available'
  return {
    received: `${what} (${status})${asks}`,
    advice: isLimited ? 'Try again later, with a lower --rate.' : 'Try again later.',
    isPassing: true,
    ...(wait !== undefined && { wait }),
    ...(!isLimited && { code: status }),
  }
}

/** Returns how many milliseconds to wait before a request is repeated; undefined if that is no use. */
export function findPause({ isPassing, wait }: Trouble, repeats: number): number | undefined {
  if (!isPassing || repeats >= MOST_REPEATS) return undefined
  const pause = wait ?? FIRST_PAUSE_MILLISECONDS * 2 ** repeats
  return pause > MOST_PAUSE_MILLISECONDS ? undefined : pause
}

/** Reads `Retry-After`: a number of seconds, or a date. Its clock is that of the service, not ours. */
function parseRetryAfter(reply: ServiceReply): number | undefined {
  const text = headerOf(reply, 'retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = / GMT$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(date)) return undefined
  const sent = Date.parse(headerOf(reply, 'date') ?? '')
  return Math.max(0, date - (Number.isNaN(sent) ? Date.now() : sent))
}
