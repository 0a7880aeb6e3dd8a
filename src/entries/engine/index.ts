// The entry `deploymock/engine`: declares an API of your own, and simulates it.

import { assertService } from '../../engine/scenario/service.ts'
import type { AnyService, TypesOf } from '../../engine/simulator/simulator.ts'
import { createWithHandlers, type Simulator as SimulatorOf } from '../../with-handlers.ts'
import type { SimulatorOptions } from './fetch.ts'

/** A simulator of a declared service, with the MSW handlers for it. */
export interface Simulator<S extends AnyService> extends SimulatorOf<TypesOf<S>> {}

/**
 * Creates a simulator of a declared service. Its data, assumptions, faults and scenarios have the types of the service.
 *
 * @throws if an option is invalid; the error names the option and what is allowed
 * @example
 * const simulator = createSimulator({ service, scenario: 'default' })
 * const server = setupServer(...simulator.handlers)
 */
export function createSimulator<S extends AnyService>(given: SimulatorOptions<S>): Simulator<S> {
  const { service, ...options } = given ?? {}
  return createWithHandlers(
    assertService('create the simulator', service),
    options as object,
  ) as unknown as Simulator<S>
}

export { NoRoomError, OptionError, TakenError } from '../../engine/input/options/option-error.ts'
export { defineApi } from '../../rest/api.ts'
export { commonQuestions } from '../../rest/common-questions.ts'
// Only its types, so that its code is not loaded.
export type * from './fetch.ts'
