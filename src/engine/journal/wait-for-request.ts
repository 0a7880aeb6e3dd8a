// Waits until a request is in the journal.

import { readDuration, type WrittenDuration } from '../input/options/written-duration.ts'
import { quote } from '../input/text/quote.ts'
import type { JournalEntry } from './entry.ts'
import type { RequestFilter } from './request-filter.ts'

/** Which request to wait for, and for how long. */
export interface WaitForOptions extends Omit<RequestFilter, 'operation'> {
  /** Only a request with a greater id, to wait for one that arrives later. Default: 0. */
  readonly after?: number
  /**
   * For how long at most, in milliseconds or as text such as `'5s'`. This is real time, whatever the clock of the
   * world says. Default: 1000.
   */
  readonly timeout?: WrittenDuration
}

const DEFAULT_TIMEOUT = 1000
// Timers take no longer ones.
const LONGEST = 2 ** 31 - 1
const MOST_SHOWN = 10

/** Returns the timeout of a wait. @throws OptionError if it is no duration */
export function readTimeout({ timeout = DEFAULT_TIMEOUT }: WaitForOptions): number {
  return readDuration('wait for a request', timeout, { name: 'timeout', most: LONGEST })
}

interface FailedWait {
  readonly timeout: number
  readonly received: readonly JournalEntry[]
}

/** Describes a wait that lasted too long. @param received the requests that are in the journal */
export async function describeWaitFailure(
  operation: string,
  { timeout: _timeout, ...filter }: WaitForOptions,
  { timeout, received }: FailedWait,
): Promise<string> {
  // Only this needs it, so pages load it late.
  const { hideSecrets } = await import('../input/text/secrets.ts')
  const filters = Object.entries(filter).filter(([, value]) => value !== undefined)
  const named = filters.map(([name, value]) => `${name} ${quote(String(value))}`)
  const what = [operation, ...(named.length === 0 ? [] : ['with', named.join(', ')])].join(' ')
  const shown = received.slice(-MOST_SHOWN).map((each) => hideSecrets(describeEntry(each)))
  const last = shown.length < received.length ? `The last ${shown.length} of ${received.length}` : 'These'
  const others = shown.length === 0 ? 'No request was received.' : `${last} were received:${shown.join('')}`
  return (
    `Failed to wait for a request ${what}: there was none within ${timeout} ms. ` +
    `Send it before or while you wait, or raise "timeout". ${others}`
  )
}

/** Describes a request in a line of its own. */
export function describeEntry({ id, method, path, query, operation, state, status }: JournalEntry): string {
  const target = query === '' ? path : `${path}?${query}`
  const result = state === 'finished' ? (status ?? 'no response') : state
  return `\n  #${id} ${method} ${target} (${operation ?? 'no operation'}, ${result})`
}
