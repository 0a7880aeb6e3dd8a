// The request log of a session on a server.

import type { Har } from '../../engine/journal/har/har-types.ts'
import type { DetailedEntry, JournalEntry } from '../../engine/journal/journal.ts'
import type { RequestFilter, RequestRange } from '../../engine/journal/journal-filter.ts'
import type { RequestCounts } from '../../engine/journal/request-counts.ts'
import type { WaitForOptions } from '../../engine/journal/wait-for-request.ts'
import type { OperationName } from '../../service/operations.ts'
import { orWhenAbsent } from '../transport/absence.ts'
import { buildQuery } from '../transport/query.ts'
import type { Transport } from '../transport/transport.ts'
import { createRequestWait } from './wait-for-request.ts'

/** The request log of a session: the recent requests. */
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
  /** How many recent requests there are, or how many match a filter. */
  count(filter?: RequestFilter): Promise<number>
  /** Returns a request with the explanation of its response, and with the response itself. */
  get(id: number): Promise<DetailedEntry | undefined>
  /** Returns the recent requests as an HTTP archive (HAR 1.2), which browsers open. Secrets are hidden. */
  toHar(filter?: RequestFilter & RequestRange): Promise<Har>
  clear(): Promise<void>
  /**
   * Waits until a request of an operation is in the request log, and returns it; at once if there already is one.
   *
   * @throws if there is none in time; the error lists what was received instead
   * @example
   * await simulator.requests.waitFor('listDeployments', { state: 'pending', timeout: 5000 })
   */
  waitFor(operation: OperationName, options?: WaitForOptions): Promise<JournalEntry>
}

/** Connects to the request log of a session. */
export function connectRequests(transport: Transport): RemoteRequests {
  const { send } = transport
  const read =
    <Answer>(path: string) =>
    (filter?: RequestFilter & RequestRange) =>
      send<Answer>('GET', path + buildQuery(filter))
  const list = read<JournalEntry[]>('/requests')
  const counts = read<RequestCounts>('/request-counts')
  return {
    list,
    counts,
    count: async (filter) => (await counts(filter)).total,
    waitFor: createRequestWait(transport, list),
    get: (id) => send<DetailedEntry>('GET', `/requests/${id}`).catch(orWhenAbsent(undefined)),
    toHar: read('/requests.har'),
    clear: () => send('DELETE', '/requests'),
  }
}
