// What the service declares about worlds as a whole.

import * as z from 'zod'
import type { Assumptions } from '../engine/define/assumptions/assumptions.ts'
import type { WorldDeclarations } from '../engine/define/world-declarations.ts'
import { uuidSchema } from '../engine/input/schemas/uuid.ts'
import { buildStatusBag, statusValuesOf } from './assumptions/values.ts'
import { type DeploymentType, deploymentTypesOf } from './resources/deployments/deployment.ts'

/** The settings of worlds that assumptions decide. */
export interface Settings {
  /** The status values that exist, at least one. */
  readonly statuses: readonly string[]
  readonly deploymentTypes: readonly DeploymentType[]
  /** Whether fields of a deployment may be null. */
  readonly allowNull: boolean
  /** What the free-form objects of generated records contain. */
  readonly freeForm: Assumptions['freeFormObjects']
  /** Whether responses contain repository ids as numbers, so that they must consist of digits. */
  readonly numericRepositoryIds: boolean
}

/** What all factories of a world share. */
export interface Facts extends Settings {
  /** The organization that the providers belong to, and the workspace of the deployments. */
  readonly organizationId: string
  readonly tenantId: string
  readonly tagValueIds: readonly string[]
  /** The statuses of deployments. The common ones are repeated. */
  readonly statusBag: readonly string[]
}

const TAG_VALUES = 8

/** The organization, the workspace and the tags of a world, and what assumptions decide about its records. */
export const world: WorldDeclarations = {
  fields: {
    organization_id: z.string().min(1).optional().describe('The organization of the OAuth providers.'),
    tenant_id: uuidSchema.optional().describe('The workspace of the deployments.'),
  },
  readSettings: (assumptions) => ({
    statuses: statusValuesOf(assumptions),
    deploymentTypes: deploymentTypesOf(assumptions),
    allowNull: assumptions.nullableFields === 'some',
    freeForm: assumptions.freeFormObjects,
    numericRepositoryIds: assumptions.repositoryIdType === 'integer',
  }),
  // An id cannot change, so responses write one that is not a number as another number.
  relaxSettings: (settings) => ({ ...settings, numericRepositoryIds: false }),
  buildFacts: ({ open }, settings, { organization_id, tenant_id }) => ({
    ...settings,
    organizationId: organization_id ?? open('organization', 0, 'id').uuid(),
    tenantId: tenant_id ?? open('tenant', 0, 'id').uuid(),
    tagValueIds: Object.freeze(Array.from({ length: TAG_VALUES }, (_, index) => open('tag-value', index, 'id').uuid())),
    statusBag: buildStatusBag(settings.statuses),
  }),
}
