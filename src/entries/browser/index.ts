// The entry `deploymock/browser`.

import type { Chosen, TypesOf, WithChosen } from '../../engine/simulator/simulator.ts'
import { service } from '../../service/service.ts'
import type { SimulatorOptions, Types } from '../../service/types.ts'
import { type PageOptions, type BrowserSimulator as SimulatorOf, start } from './start-simulator.ts'

/** The options of `createSimulator`, and those for the page. */
export interface StartOptions extends SimulatorOptions, PageOptions {
  /** The declared service to simulate. All other options are then those of this service. Default: that of the package. */
  service?: undefined
}

/** A simulator that answers the requests of the page it is in. */
export interface BrowserSimulator extends SimulatorOf<Types> {}

/** The options for a service. */
type StartOptionsFor<Declared> = WithChosen<
  Declared,
  StartOptions,
  TypesOf<Declared>['SimulatorOptions'] & PageOptions & { service?: Declared }
>

/** A simulator of a service. */
type BrowserSimulatorFor<Declared> = WithChosen<Declared, BrowserSimulator, SimulatorOf<TypesOf<Declared>>>

/**
 * Starts a simulator in a page. A service worker passes the page's requests to it. Its clock runs
 * in real time by default.
 *
 * @returns a simulator that already answers requests
 * @throws if an option is invalid or the service worker cannot start; the error says why
 * @example
 * const simulator = await startSimulator({ baseUrl: 'https://api.example.com', keep: 'reload' })
 * simulator.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
 */
export function startSimulator<Declared extends Chosen = 'usual'>(
  options?: StartOptionsFor<Declared>,
): Promise<BrowserSimulatorFor<Declared>>
export function startSimulator(options = {}): Promise<object> {
  return start(service, options)
}

export type { OtherHosts } from '../interception/other-hosts.ts'
export type { UnhandledRequests } from './page-requests.ts'
export type { ServiceWorkerOptions } from './service-worker.ts'
