// Its journal.

import type { ExplainedEntry, JournalEntry } from '../core/behaviour/journal.ts'
import { orWhenAbsent } from './absence.ts'
import type { Transport } from './transport.ts'

/** The journal of a session: the recent requests. */
export interface RemoteRequests {
  /** Lists the recent requests, oldest first: all, or those of an operation or with a status. */
  list(filter?: { operation?: string; status?: number }): Promise<readonly JournalEntry[]>
  /** Returns a request with the explanation of its response. */
  get(id: number): Promise<ExplainedEntry | undefined>
  clear(): Promise<void>
}

/** Connects to the journal of a session. */
export function connectRequests({ send }: Transport): RemoteRequests {
  return {
    list(filter = {}) {
      // The server rejects unknown fields.
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value))
      return send('GET', query.size === 0 ? '/requests' : `/requests?${query}`)
    },
    get: (id) => send<ExplainedEntry>('GET', `/requests/${id}`).catch(orWhenAbsent(undefined)),
    clear: () => send('DELETE', '/requests'),
  }
}
