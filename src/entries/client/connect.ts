import { describeValue } from '../../engine/input/text/describe-value.ts'
import { checkArguments } from './check-arguments.ts'
import { type ConnectOptions, createClient } from './remote/create-client.ts'
import { options, required } from './remote/parameters.ts'
import type { Chosen, TypesOf, WithChosen } from './remote/remote-types.ts'
import type { RemoteSimulator, RemoteSimulatorOf } from './remote/typed-clients.ts'
import { ControlError } from './transport/control-error.ts'

/** Which service the server has. */
export interface ServiceOption<Declared> {
  /** The declared service of the server, whose resources `db` then has. Default: that of the package. */
  service?: Declared
}

const PARAMETERS = [
  required('url', 'text'),
  options<ConnectOptions & ServiceOption<unknown>>({
    ...{ token: 'text', session: 'text', fetch: 'function', service: true },
  }),
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
export function connect<Declared extends Chosen = 'usual'>(
  url: string,
  options?: ConnectOptions & ServiceOption<Declared>,
): WithChosen<Declared, RemoteSimulator, RemoteSimulatorOf<TypesOf<Declared>>>
export function connect(url: string, connectOptions: ConnectOptions & ServiceOption<unknown> = {}): object {
  checkArguments('connect', PARAMETERS, [url, connectOptions])
  const { service, ...options } = connectOptions
  return createClient(url, options, checkArguments, service === undefined ? undefined : readNames(service))
}

/** Returns the names of the resources of a declared service; null for null. @throws ControlError if it is none */
function readNames(service: unknown): readonly string[] | null {
  // Agents do not have the declaration. They learn from the server what there is.
  if (service === null) return null
  const { resources } = Object(service) as { readonly resources?: unknown }
  if (Array.isArray(resources))
    return resources.flatMap(({ name, isHidden }) => (isHidden === true ? [] : [String(name)]))
  const advice = 'Pass what `api.service(...)` of deploymock/engine returns.'
  throw new ControlError(`Failed to connect: "service" is ${describeValue(service)}. ${advice}`)
}
