import type { ListedSession } from '../core/control/operations/sessions.ts'
import type { Snapshot } from '../core/sessions/snapshot.ts'
import { deleteAt, orWhenAbsent } from './absence.ts'
import { ControlError } from './control-error.ts'
import type { RemoteSessionOptions, RemoteSessions, RemoteSimulator } from './remote-simulator.ts'
import type { Transport } from './transport.ts'

/** How sessions are reached. */
interface SessionLinks {
  /** Returns a client for a session. */
  connectTo(name: string): RemoteSimulator
  /** Returns the transport to the control API below the path of a session. */
  transportTo(name: string): Transport
}

/**
 * Connects to the sessions of a server. All requests about a session are sent below its own path: a
 * proxy in front of several servers then sends them to the one that has the session.
 */
export function connectSessions(own: Transport, { connectTo, transportTo }: SessionLinks): RemoteSessions {
  const pathOf = (name: string) => `/sessions/${encodeURIComponent(name)}`
  return {
    async create(options = {}) {
      const name = options.name ?? makeUpName()
      const create = (given: RemoteSessionOptions) => transportTo(name).send('POST', '/sessions', { ...given, name })
      await create(options).catch(async (error: unknown) => {
        const snapshot = await findSnapshot(own, options, error)
        if (snapshot === undefined) throw error
        await create({ ...options, snapshot })
      })
      return connectTo(name)
    },
    list: () => own.send('GET', '/sessions'),
    get: (name) => transportTo(name).send<ListedSession>('GET', pathOf(name)).catch(orWhenAbsent(undefined)),
    delete: (name) => deleteAt(transportTo(name).send, pathOf(name)),
  }
}

// Chosen here, because a proxy chooses the server by the name. `randomUUID` is missing in pages that
// are not secure.
function makeUpName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `session-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Finds the snapshot that a server does not know on the server that this client is connected to. */
async function findSnapshot(
  { send }: Transport,
  { snapshot }: RemoteSessionOptions,
  error: unknown,
): Promise<Snapshot | undefined> {
  const isUnknown =
    typeof snapshot === 'string' &&
    error instanceof ControlError &&
    error.issues.some(({ path }) => path === 'snapshot')
  if (!isUnknown) return undefined
  return send<Snapshot>('GET', `/snapshots/${encodeURIComponent(snapshot)}`).catch(() => undefined)
}
