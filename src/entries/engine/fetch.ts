// The entry `deploymock/engine/fetch`: declares an API of your own, and simulates it in workers and routes, without MSW.

import { assertService } from '../../engine/scenario/service.ts'
import type { AnyService, TypesOf } from '../../engine/simulator/simulator.ts'
import { createWithFetch, type Simulator as SimulatorOf } from '../../with-fetch.ts'

/** A simulator of a declared service. */
export interface Simulator<S extends AnyService> extends SimulatorOf<TypesOf<S>> {}

/** A declared service, and the options of `createSimulator` of `deploymock`. */
export type SimulatorOptions<S extends AnyService> = {
  /** What `api.service(...)` returns. */
  readonly service: S
} & TypesOf<S>['SimulatorOptions']

/**
 * Creates a simulator of a declared service. Its data, assumptions, faults and scenarios have the types of the service.
 *
 * @throws if an option is invalid; the error names the option and what is allowed
 * @example
 * const simulator = createSimulator({ service, baseUrl: '/api' })
 * export default { fetch: simulator.fetch }
 */
export function createSimulator<S extends AnyService>(given: SimulatorOptions<S>): Simulator<S> {
  const { service, ...options } = given ?? {}
  return createWithFetch(assertService('create the simulator', service), options as object) as unknown as Simulator<S>
}

export { NoRoomError, OptionError, TakenError } from '../../engine/input/options/option-error.ts'
export { type Api, type ApiOptions, defineApi } from '../../rest/api.ts'
export { commonQuestions } from '../../rest/common-questions.ts'
export type { Context } from '../../rest/context.ts'
export type { CrudName } from '../../rest/crud.ts'
export type { Draw } from '../../rest/drawing.ts'
export type { Failure, Issue } from '../../rest/failure.ts'
export type { FilterOf, Match } from '../../rest/filters.ts'
export type { ListOptions } from '../../rest/list.ts'
export type { Operation, OperationOptions, PathValues } from '../../rest/operation.ts'
export type { Page, Pages } from '../../rest/pages.ts'
export type { Question, Questions, Values } from '../../rest/questions.ts'
export type { Given, RecordOf, Resource } from '../../rest/records.ts'
export type { ResourceOptions } from '../../rest/resource.ts'
export type { Group, ScenarioOf } from '../../rest/scenario.ts'
export type { Service } from '../../rest/service.ts'
