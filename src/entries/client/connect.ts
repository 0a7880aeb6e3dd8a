import { checkArguments } from './check-arguments.ts'
import { type ConnectOptions, createClient } from './remote/create-client.ts'
import { options, required } from './remote/parameters.ts'
import type { RemoteSimulator } from './remote/remote-simulator.ts'

const PARAMETERS = [
  required('url', 'text'),
  options<ConnectOptions>({ token: 'text', session: 'text', fetch: 'function' }),
]

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
  checkArguments('connect', PARAMETERS, [url, connectOptions])
  return createClient(url, connectOptions, checkArguments)
}
