// The types of faults and scenarios of this service.

import type { Operation } from '../engine/contract/operation/operation.ts'
import type {
  FaultEffectOf,
  FaultInputOf,
  Fault as FaultOf,
  FaultRule as FaultRuleOf,
  FaultMatch as MatchOf,
} from '../engine/faults/fault.ts'
import type { FaultUsage } from '../engine/faults/fault-list.ts'
import type { Method } from '../engine/http/operation-declaration.ts'
import type { ScenarioInputOf, ScenarioOf, ShippedInputOf } from '../engine/scenario/scenario.ts'
import type {
  PlanDefaultOf,
  WorldChangesOf,
  WorldPlanOf,
  WrittenChanges as Written,
} from '../engine/world/start/world-plan.ts'
import type { AssumptionOverrides } from './assumptions/assumptions.ts'
import type { Preset } from './assumptions/presets.ts'
import type { DeploymentStatus } from './assumptions/statuses.ts'
import type { effects } from './effects.ts'
import type { operations } from './operations.ts'
import type { ResourcesByName } from './resources/resources.ts'
import type { WorldFields } from './world.ts'

/** The name of an operation. */
export type OperationName = (typeof operations)[number]['name']

type QueryNameOf<Of> = Of extends Operation<string, Method, infer Named> ? Named : never

/** The parameters that queries can have. */
export type QueryWords = {
  readonly [Name in QueryNameOf<(typeof operations)[number]>]?: Name extends 'status' ? DeploymentStatus : string
}

interface FaultTypes {
  readonly OperationName: OperationName
  readonly Query: Readonly<Record<string, string>> & QueryWords
  readonly FaultMatch: FaultMatch
  readonly FaultEffect: FaultEffect
}

/** The requests that a fault applies to. A request must match all fields that are set. */
export type FaultMatch = MatchOf<FaultTypes>

/** What a fault does to a request. */
export type FaultEffect = FaultEffectOf<(typeof effects)[number]>

/** A fault in the full form, with an optional id. */
export interface FaultRule extends FaultRuleOf<FaultTypes> {}

/** A rule that makes matching requests fail. */
export interface Fault extends FaultOf<FaultTypes> {}

/** A fault, what it does, and how often it applied. */
export interface FaultUse extends Fault, FaultUsage {}

/**
 * A fault in the form that you write, in code, in scenario files and over HTTP.
 *
 * Write the fields of the requests that it applies to next to the effect, or in `match`. The effect is
 * a `status`, perhaps with a `detail` and `retryAfter`, a response of your own to `respond` with, a `delay` in milliseconds, the outcome of a
 * `rollout`, the name of an effect, or an effect with its settings.
 *
 * @example
 * const faults: FaultInput[] = [
 *   { operation: 'listDeployments', status: 503, times: 2 },
 *   { status: 429, retryAfter: 30, times: 1 },
 *   { operation: 'getDeployment', respond: { body: { name: 'checkout' } } },
 *   { path: '/v2/auth', delay: { min: 200, max: 900 } },
 *   { operation: 'patchDeployment', rollout: 'buildFails', times: 1 },
 *   { match: { method: 'GET' }, effect: { kind: 'reset', when: 'during' }, probability: 0.1 },
 * ]
 */
export type FaultInput = FaultInputOf<FaultTypes, (typeof effects)[number]>

/** The changes since the start of a world. */
export type WorldChanges = WorldChangesOf<ResourcesByName>

/** The changes since the start of a world, as people write them. */
type WrittenChanges = Written<WorldChanges, FaultInput>

interface ScenarioParts {
  readonly WorldPlan: WorldPlanOf<ResourcesByName, WorldChanges, WorldFields>
  readonly MainResource: 'deployments'
  readonly WrittenChanges: WrittenChanges
  readonly Preset: Preset
  readonly AssumptionOverrides: AssumptionOverrides
  readonly FaultRule: FaultRule
  readonly FaultInput: FaultInput
}

/** A named world: its description, its time, its data and its behaviour. */
export type Scenario = ScenarioOf<ScenarioParts>

/**
 * A scenario in the form that you write, in code and in files. Only `name` and `deployments` are
 * required. Faults and chaos can have all the forms that `faults.add` and `createSimulator` accept.
 */
export type ScenarioInput = ScenarioInputOf<ScenarioParts>

/** A scenario of the package, in the form that its file has. */
export type ShippedInput = ShippedInputOf<Scenario, PlanDefaultOf<ResourcesByName, 'deployments'>>
