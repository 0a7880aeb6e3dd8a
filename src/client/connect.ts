// `connect(url)`: a client for a session on a server, which checks the arguments of its methods.

import type { OptionNames } from '../engine/input/options/known-options.ts'
import { CALLS, COLLECTION_CALLS } from './calls.ts'
import { checkArguments, checkMethods, options, required } from './check-calls.ts'
import { type ConnectOptions, createRemote } from './remote/create-remote.ts'
import type { RemoteCollections } from './remote/remote-collections.ts'
import type { RemoteSimulator } from './remote/remote-simulator.ts'

const OPTIONS: OptionNames<ConnectOptions> = { token: 'text', session: 'text', fetch: 'function' }

/**
 * Connects to a simulator in another process. Sends nothing until a method is called.
 *
 * @param url the URL of the server, e.g. `http://127.0.0.1:4010`
 * @throws ControlError if the URL or an option is invalid
 * @example
 * const simulator = connect('http://127.0.0.1:4010')
 * const alice = await simulator.sessions.create({ scenario: 'empty' })
 * await alice.db.deployments.create({ name: 'checkout' })
 * const response = await fetch(`${alice.url}/v2/deployments`)
 */
export function connect(url: string, connectOptions: ConnectOptions = {}): RemoteSimulator {
  checkArguments('connect', [required('url', 'text'), options(OPTIONS)], [url, connectOptions])
  const remote = createRemote(url, connectOptions)
  const connectTo = (name: string) => connect(url, { ...connectOptions, session: name })
  const sessions = checkMethods('sessions.', remote.sessions, CALLS.sessions)
  return {
    ...checkMethods('', remote, CALLS.own),
    clock: checkMethods('clock.', remote.clock, CALLS.clock),
    faults: checkMethods('faults.', remote.faults, CALLS.faults),
    chaos: checkMethods('chaos.', remote.chaos, CALLS.chaos),
    requests: checkMethods('requests.', remote.requests, CALLS.requests),
    settings: checkMethods('settings.', remote.settings, CALLS.settings),
    snapshots: checkMethods('snapshots.', remote.snapshots, CALLS.snapshots),
    db: checkCollections(remote.db),
    sessions: { ...sessions, create: async (start) => connectTo((await sessions.create(start)).name) },
    session(name) {
      checkArguments('call session', [required('name', 'text')], [name])
      return connectTo(name)
    },
  }
}

function checkCollections(db: RemoteCollections): RemoteCollections {
  const collections = Object.entries(db).map(([name, each]) => [
    name,
    checkMethods(`db.${name}.`, each, COLLECTION_CALLS),
  ])
  // Each collection has its name again.
  return Object.fromEntries(collections) as RemoteCollections
}
