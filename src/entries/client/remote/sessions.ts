// Sessions on a server, which a proxy in front of several servers finds.

import { makeUpName } from '../../../engine/control/shared/random-id.ts'
import { ControlError } from '../transport/control-error.ts'
import type { Transport } from '../transport/transport.ts'
import type { Snapshot } from '../types.ts'
import { CALLS } from './calls.ts'
import { sendCall } from './methods.ts'
import type { RemoteSessionOptions, RemoteSessions, RemoteSimulator } from './typed-clients.ts'

interface SessionLinks {
  /** Returns a client for a session. */
  connectTo(name: string): RemoteSimulator
  /** Returns the transport to the control API below the path of a session. */
  transportTo(name: string): Transport
}

/** Returns the methods that use the path of a session, by which a proxy of several servers finds its server. */
export function connectSessions(
  own: Transport,
  { connectTo, transportTo }: SessionLinks,
): Omit<RemoteSessions, 'list'> {
  return {
    async create(options = {}) {
      // Chosen here, because a proxy chooses the server by the name.
      const name = options.name ?? makeUpName('session')
      const create = (sessionOptions: RemoteSessionOptions) =>
        transportTo(name).send('POST', '/sessions', { body: { ...sessionOptions, name } })
      await create(options).catch(async (error: unknown) => {
        const snapshot = await findSnapshot(own, options, error)
        if (snapshot === undefined) throw error
        await create({ ...options, snapshot })
      })
      return connectTo(name)
    },
    get: (name) => sendCall(transportTo(name), CALLS.sessions.get, [name]),
    delete: (name) => sendCall(transportTo(name), CALLS.sessions.delete, [name]),
  }
}

/** Finds the snapshot that a server does not know on the server that this client is connected to. */
async function findSnapshot(
  own: Transport,
  { snapshot }: RemoteSessionOptions,
  error: unknown,
): Promise<Snapshot | undefined> {
  const isUnknown =
    typeof snapshot === 'string' &&
    error instanceof ControlError &&
    error.issues.some(({ path }) => path === 'snapshot')
  if (!isUnknown) return undefined
  return sendCall<Snapshot | undefined>(own, CALLS.snapshots.get, [snapshot]).catch(() => undefined)
}
