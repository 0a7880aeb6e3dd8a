// The entry `deploymock`: the simulator with its MSW handlers.

import type { SimulatorOptions } from './service/types.ts'
import { createWithHandlers, type Simulator } from './with-handlers.ts'

/**
 * Creates a simulator: the service of the contract, with its own data.
 *
 * @throws if an option is invalid; the error names the option and what is allowed
 * @example
 * const simulator = createSimulator({ scenario: 'default' })
 * const server = setupServer(...simulator.handlers)
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return createWithHandlers(options)
}

export { NoRoomError, OptionError, TakenError } from './engine/input/options/option-error.ts'
// Only its types, so that its code is not loaded.
export type * from './fetch.ts'
export { register } from './service/assumptions/register.ts'
export { defineScenario } from './service/define-scenario.ts'
export type { Simulator } from './with-handlers.ts'
