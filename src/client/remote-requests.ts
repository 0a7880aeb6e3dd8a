// The journal of a session on a server.

import type { DetailedEntry, JournalEntry } from '../core/behaviour/journal.ts'
import type { RequestFilter, RequestRange } from '../core/behaviour/journal-filter.ts'
import type { RequestCounts } from '../core/behaviour/request-counts.ts'
import { orWhenAbsent } from './absence.ts'
import { buildQuery } from './query.ts'
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
}

/** Connects to the journal of a session. */
export function connectRequests({ send }: Transport): RemoteRequests {
  return {
    list: (filter) => send('GET', `/requests${buildQuery(filter)}`),
    counts: (filter) => send('GET', `/request-counts${buildQuery(filter)}`),
    get: (id) => send<DetailedEntry>('GET', `/requests/${id}`).catch(orWhenAbsent(undefined)),
    clear: () => send('DELETE', '/requests'),
  }
}
