// The client for the session of a request.

import type { Console } from '../../app/console.ts'
import type { Simulator } from '../../store/api.ts'

/** Returns the client for a session. The server's own console shows the requests of all sessions. */
export function simulatorOf({ simulator, session: own }: Console['connection'], session: string): Simulator {
  return session === own ? simulator : simulator.session(session)
}
