// What the service declares about worlds as a whole.

import * as z from 'zod'
import type { WorldDeclarations } from '../engine/define/world-declarations.ts'
import { parseDuration } from '../engine/input/options/written-duration.ts'
import { uuidSchema } from '../engine/input/schemas/uuid.ts'
import type { Assumptions } from './assumptions/assumptions.ts'
import { buildStatusBag } from './assumptions/statuses.ts'
import { statusValuesOf } from './assumptions/values.ts'
import type { Known } from './resources/building.ts'
import { deploymentSourcesOf, deploymentTypesOf } from './resources/deployments/deployment.ts'

/** The fields of a scenario that belong to the world as a whole. */
export type WorldFields = {
  /** The organization of the OAuth providers. */
  readonly organization_id?: string
  /** The workspace of the deployments. */
  readonly tenant_id?: string
}

const TAG_VALUES = 8

/** The organization, the workspace and the tags of a world, and what assumptions decide about its records. */
export const world: WorldDeclarations<Known, WorldFields> = {
  fields: {
    organization_id: z.string().min(1).optional().describe('The organization of the OAuth providers.'),
    tenant_id: uuidSchema.optional().describe('The workspace of the deployments.'),
  },
  readSettings: (assumptions) => ({
    statuses: statusValuesOf(assumptions),
    deploymentTypes: deploymentTypesOf(assumptions),
    sources: deploymentSourcesOf(assumptions),
    previewMilliseconds: previewMillisecondsOf(assumptions),
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

/** After how many milliseconds an idle preview is deleted; undefined if it never is. */
function previewMillisecondsOf({ previewIdle }: Assumptions): number | undefined {
  if (previewIdle === 'never') return undefined
  return parseDuration(previewIdle === 'week' ? '7d' : previewIdle)
}
