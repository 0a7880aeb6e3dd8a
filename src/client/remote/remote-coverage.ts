// The contract coverage of a session on a server.

import type { ControlCoverage } from '../../engine/control/operations/requests/coverage.ts'
import type { Transport } from '../transport/transport.ts'

/** The contract coverage of a session, or of all sessions for the server's own. */
export interface RemoteCoverage {
  /** Returns what was covered. It counts from the first time that it is read, and begins with the requests in the request log. */
  read(): Promise<ControlCoverage>
  /** Counts anew from now on. */
  clear(): Promise<void>
}

/** Connects to the coverage of a session. */
export function connectCoverage({ send }: Transport): RemoteCoverage {
  return {
    read: () => send('GET', '/coverage'),
    clear: () => send('DELETE', '/coverage'),
  }
}
