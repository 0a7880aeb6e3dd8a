// What the records of this service are built from, and how its resources are defined.

import type { BaseContext } from '../../engine/define/factory/context.ts'
import type * as resource from '../../engine/define/resource/resource.ts'
import { type DefineResource, defineResource as define } from '../../engine/define/resource/resource.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import type { DeploymentSource, DeploymentType } from './deployments/deployment.ts'

/** The settings of worlds that assumptions decide: the rules for their records, in addition to the schemas. */
export interface RecordRules {
  /** The status values that exist, at least one. */
  readonly statuses: readonly string[]
  readonly deploymentTypes: readonly DeploymentType[]
  /** Where the code of a deployment can come from. */
  readonly sources: readonly DeploymentSource[]
  /** After how many milliseconds an idle preview is deleted; undefined if it never is. */
  readonly previewMilliseconds: number | undefined
  /** Whether fields of a deployment may be null. */
  readonly allowNull: boolean
  /** What the free-form objects of generated records contain. */
  readonly freeForm: Assumptions['freeFormObjects']
  /** Whether responses contain repository ids as numbers, so that they must consist of digits. */
  readonly numericRepositoryIds: boolean
}

/** What all factories of a world share, besides what every service has. */
export interface Facts extends RecordRules {
  /** The organization that the providers belong to, and the workspace of the deployments. */
  readonly organizationId: string
  readonly tenantId: string
  readonly tagValueIds: readonly string[]
  /** The statuses of deployments. The common ones are repeated. */
  readonly statusBag: readonly string[]
}

export interface FactoryContext extends BaseContext, Facts {}

/** What the engine does not know about the worlds of this service. */
export interface Known {
  readonly assumptions: Assumptions
  readonly context: FactoryContext
  readonly rules: RecordRules
}

export type Seeding = resource.Seeding<Known>
export type Creation<Input> = resource.Creation<Input, Known>
export type Lifecycle<Item> = resource.Lifecycle<Item, Known>
export type Scene = resource.Scene<Known>

/** Defines a resource. Every change of a record is noted in its `updated_at`, if it has the field. */
export const defineResource: DefineResource<Known> = (definition) =>
  define('updated_at' in definition.schema.shape ? { touched: 'updated_at', ...definition } : definition)
