import type { ListedSession } from '../core/control/operations/sessions.ts'
import { deleteAt, orWhenAbsent } from './absence.ts'
import type { RemoteSessions, RemoteSimulator } from './remote-simulator.ts'
import type { Transport } from './transport.ts'

/** Connects to the sessions of a server. @param connectTo returns a client for a session */
export function connectSessions({ send }: Transport, connectTo: (name: string) => RemoteSimulator): RemoteSessions {
  const pathOf = (name: string) => `/sessions/${encodeURIComponent(name)}`
  return {
    create: async (options = {}) => connectTo((await send<ListedSession>('POST', '/sessions', options)).name),
    list: () => send('GET', '/sessions'),
    get: (name) => send<ListedSession>('GET', pathOf(name)).catch(orWhenAbsent(undefined)),
    delete: (name) => deleteAt(send, pathOf(name)),
  }
}
