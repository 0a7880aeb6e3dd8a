// The entry `deploymock`: the simulator with its MSW handlers.

import { service } from './service/service.ts'
import type { Simulator as Core, SimulatorOptions } from './service/types.ts'
import { createWithHandlers, type WithHandlers } from './with-handlers.ts'

/** A simulated service with its data and the MSW handlers for it. */
export interface Simulator extends Core, WithHandlers {}

/**
 * Creates a simulator: the service of the contract, with its own data.
 *
 * @throws if an option is invalid; the error names the option and what is allowed
 * @example
 * const simulator = createSimulator({ scenario: 'default' })
 * const server = setupServer(...simulator.handlers)
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return createWithHandlers(service, options)
}

export { NoRoomError, OptionError, TakenError } from './engine/input/options/option-error.ts'
// Only its types, so that its code is not loaded.
export type * from './fetch.ts'
export { register } from './service/assumptions/register.ts'
export { defineScenario } from './service/define-scenario.ts'
