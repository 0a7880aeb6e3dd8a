// The journal of a session on a server.

import type { DetailedEntry, JournalEntry } from '../core/behaviour/journal.ts'
import type { RequestFilter, RequestRange } from '../core/behaviour/journal-filter.ts'
import type { RequestCounts } from '../core/behaviour/request-counts.ts'
import { createWaitError, readTimeout, type WaitForOptions } from '../core/behaviour/wait-for-request.ts'
import type { OperationName } from '../core/contract/operations/operations.ts'
import { orWhenAbsent } from './absence.ts'
import { buildQuery } from './query.ts'
import { listenToEvents } from './remote-events.ts'
import type { Transport } from './transport.ts'

/** The journal of a session: the recent requests. */
export interface RemoteRequests {
  /**
   * Lists the recent requests, oldest first: all, or those that match a filter.
   *
   * @example
   * const failed = await simulator.requests.list({ status: '5xx', limit: 10 })
   */
  list(filter?: RequestFilter & RequestRange): Promise<readonly JournalEntry[]>
  /** Counts the recent requests: all, or those that match a filter. */
  counts(filter?: RequestFilter): Promise<RequestCounts>
  /** Returns a request with the explanation of its response, and with the response itself. */
  get(id: number): Promise<DetailedEntry | undefined>
  clear(): Promise<void>
  /**
   * Waits until a request of an operation is in the journal, and returns it; at once if there already is one.
   *
   * @throws if there is none in time; the error lists what was received instead
   * @example
   * await simulator.requests.waitFor('listDeployments', { state: 'pending', timeout: 5000 })
   */
  waitFor(operation: OperationName, options?: WaitForOptions): Promise<JournalEntry>
}

/** Connects to the journal of a session. */
export function connectRequests(transport: Transport): RemoteRequests {
  const { send } = transport
  const list: RemoteRequests['list'] = (filter) => send('GET', `/requests${buildQuery(filter)}`)
  return {
    list,
    async waitFor(operation, options = {}) {
      const timeout = readTimeout(options)
      const { timeout: _timeout, ...filter } = options
      const look = async () => (await list({ ...filter, operation }))[0]
      const found = await lookAtEvents(look, { transport, timeout })
      if (found !== undefined) return found
      throw createWaitError(operation, options, { timeout, received: await list() })
    },
    counts: (filter) => send('GET', `/request-counts${buildQuery(filter)}`),
    get: (id) => send<DetailedEntry>('GET', `/requests/${id}`).catch(orWhenAbsent(undefined)),
    clear: () => send('DELETE', '/requests'),
  }
}

/** Looks for something, and again whenever there is an event of a request, until it is found or the time is over. */
async function lookAtEvents<Found>(
  look: () => Promise<Found | undefined>,
  { transport, timeout }: { transport: Transport; timeout: number },
): Promise<Found | undefined> {
  const deadline = AbortSignal.timeout(timeout)
  let wake = (): void => undefined
  let isNew = true
  const note = (): void => {
    isNew = true
    wake()
  }
  deadline.addEventListener('abort', note)
  const stop = await listenToEvents(transport, note)
  try {
    while (!deadline.aborted) {
      if (!isNew) await new Promise<void>((resolve) => (wake = resolve))
      isNew = false
      const found = await look()
      if (found !== undefined) return found
    }
    return undefined
  } finally {
    deadline.removeEventListener('abort', note)
    await stop()
  }
}
