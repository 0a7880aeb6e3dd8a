// What the operations of this service get: the types of the engine, with its questions, records and hints.

import type * as operation from '../engine/contract/operation/operation.ts'
import { type DefineOperation, defineOperation as define } from '../engine/contract/operation/operation.ts'
import type { GivenOf, RecordOf } from '../engine/define/resource/resource.ts'
import type { Collection } from '../engine/world/collections.ts'
import type * as world from '../engine/world/world.ts'
import type { Assumptions } from './assumptions/assumptions.ts'
import type { Known } from './resources/building.ts'
import type { RevisionOutcome } from './resources/deployments/revision.ts'
import type { ResourcesByName } from './resources/resources.ts'

/** The data of a world by resource: `simulator.db`. */
export type Collections = {
  readonly [Name in keyof ResourcesByName]: Collection<RecordOf<ResourcesByName[Name]>, GivenOf<ResourcesByName[Name]>>
}

export interface World extends world.World {
  readonly baseline: world.World['baseline'] & Pick<Known, 'context' | 'rules'>
  readonly collections: Collections
}

export interface OperationContext extends operation.OperationContext {
  readonly assumptions: Assumptions
  readonly world: World
  readonly hints: {
    /** How the rollout ends that the request starts. */
    readonly rollout?: RevisionOutcome
  }
}

export const defineOperation: DefineOperation<OperationContext> = define
