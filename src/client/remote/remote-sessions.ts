import type { ListedSession } from '../../engine/control/operations/server/sessions.ts'
import { makeUpName } from '../../engine/control/shared/random-id.ts'
import type { Snapshot } from '../../engine/sessions/state/snapshot.ts'
import { deleteAt, orWhenAbsent } from '../transport/absence.ts'
import { ControlError } from '../transport/control-error.ts'
import { buildQuery } from '../transport/query.ts'
import type { Transport } from '../transport/transport.ts'
import type { RemoteSessionOptions, RemoteSessions, RemoteSimulator } from './remote-simulator.ts'

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
      // Chosen here, because a proxy chooses the server by the name.
      const name = options.name ?? makeUpName('session')
      const create = (sessionOptions: RemoteSessionOptions) =>
        transportTo(name).send('POST', '/sessions', { ...sessionOptions, name })
      await create(options).catch(async (error: unknown) => {
        const snapshot = await findSnapshot(own, options, error)
        if (snapshot === undefined) throw error
        await create({ ...options, snapshot })
      })
      return connectTo(name)
    },
    list: (page) => own.send('GET', `/sessions${buildQuery(page)}`),
    get: (name) => transportTo(name).send<ListedSession>('GET', pathOf(name)).catch(orWhenAbsent(undefined)),
    delete: (name) => deleteAt(transportTo(name).send, pathOf(name)),
  }
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
