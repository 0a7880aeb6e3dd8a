// The entry `deploymock/node`.

import type { Chosen, TypesOf, WithChosen } from '../../engine/simulator/simulator.ts'
import { service } from '../../service/service.ts'
import type { SimulatorOptions, Types } from '../../service/types.ts'
import type { BoundarySession as BoundaryOf } from './boundary.ts'
import { type RequestOptions, type NodeSimulator as SimulatorOf, setUp } from './setup-simulator.ts'

/** The options of `createSimulator`, and those for intercepted requests. */
export interface SetupOptions extends RequestOptions, SimulatorOptions {
  /** The declared service to simulate. All other options are then those of this service. Default: that of the package. */
  service?: undefined
}

/** A session with its URL and its own `fetch`. */
export interface BoundarySession extends BoundaryOf<Types> {}

/** A simulator that answers the requests of this process. */
export interface NodeSimulator extends SimulatorOf<Types, BoundarySession> {}

/** The options for a service. */
export type SetupOptionsFor<Declared> = WithChosen<
  Declared,
  SetupOptions,
  TypesOf<Declared>['SimulatorOptions'] & RequestOptions & { service?: Declared }
>

/** A session of a service. */
export type BoundarySessionFor<Declared> = WithChosen<Declared, BoundarySession, BoundaryOf<TypesOf<Declared>>>

/** A simulator of a service. */
export type NodeSimulatorFor<Declared> = WithChosen<Declared, NodeSimulator, SimulatorOf<TypesOf<Declared>>>

/**
 * Sets up a simulator that answers the requests of this process: those of `fetch`, `node:http` and clients
 * that use them. It does not see a `fetch` that was captured before `listen`, nor the `fetch` of the package undici.
 *
 * @throws if an option is invalid; the error names the option and what is allowed
 * @example
 * const simulator = setupSimulator({ baseUrl: 'https://deployments.test' })
 * beforeAll(() => simulator.listen())
 * afterEach(() => {
 *   simulator.verify()
 *   simulator.reset()
 * })
 * afterAll(() => simulator.close())
 */
export function setupSimulator<Declared extends Chosen = 'usual'>(
  options?: SetupOptionsFor<Declared>,
): NodeSimulatorFor<Declared>
export function setupSimulator(options = {}): object {
  return setUp(service, options).simulator
}

export type { OtherHosts, UnhandledRequests } from './boundary.ts'
