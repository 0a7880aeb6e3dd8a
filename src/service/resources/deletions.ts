// The resource: deletions of deployments.

import * as z from 'zod'
import { optional } from '../../engine/input/schemas/optional.ts'
import type { Frozen } from '../../engine/input/schemas/schema-walk.ts'
import { uuidSchema } from '../../engine/input/schemas/uuid.ts'
import { UNSEEDED } from '../../engine/world/start/planned-groups.ts'
import { FINAL_DELETE } from '../assumptions/statuses.ts'
import { defineResource, type Lifecycle } from './building.ts'
import { storedDeploymentSchema } from './deployments/deployment.ts'

const DELETION_STATES = ['AWAITING_DELETE', FINAL_DELETE, 'DELETED'] as const

export const deletionSchema = z.strictObject({
  id: uuidSchema.describe('The id of the deployment.'),
  name: storedDeploymentSchema.shape.name,
  state: z.enum(DELETION_STATES).describe('How far the deletion has come.'),
  keeps_project: z.boolean().describe('Whether the tracing project continues to exist, so that the name stays taken.'),
  deployment: optional(storedDeploymentSchema).describe('The deployment as it was, until it is deleted.'),
})

/** The deletion of a deployment, in the database. */
export type DeletionRecord = Frozen<z.output<typeof deletionSchema>>

const MILLISECONDS_TO_DELETE = 20_000

/** How a deployment is deleted. What remains is its name, if the tracing project keeps it. */
const deletionLifecycle: Lifecycle<DeletionRecord> = {
  field: 'state',
  startsAtOnce: true,
  next({ state, keeps_project, deployment }, { context }) {
    if (state === 'DELETED') return undefined
    const hasDatabase = deployment !== null && deployment.status !== 'AWAITING_DATABASE'
    const half = MILLISECONDS_TO_DELETE / 2
    if (state === 'AWAITING_DELETE' && hasDatabase && context.statuses.includes(FINAL_DELETE)) {
      return { to: FINAL_DELETE, after: half }
    }
    const after = state === FINAL_DELETE ? half : MILLISECONDS_TO_DELETE
    return keeps_project ? { to: 'DELETED', after } : { ends: true, after }
  },
  enter: (state) => (state === 'DELETED' ? { deployment: null } : {}),
}

export const deletions = defineResource({
  name: 'deletions',
  singular: 'deletion',
  description: 'The deployments that are being deleted, and the names that deleted ones have left behind.',
  typeName: 'DeletionRecord',
  schema: deletionSchema,
  isMinor: true,
  ...UNSEEDED,
  lookups: [['name']],
  lifecycle: deletionLifecycle,
  toWire: (record) => record,
  create({ context, index, fields }) {
    const id = fields.id ?? context.open('created-deletion', index, 'id').uuid()
    return { name: `deleted-${index + 1}`, state: 'DELETED', keeps_project: true, deployment: null, ...fields, id }
  },
})
