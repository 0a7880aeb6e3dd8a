// Deletions in the database.

import * as z from 'zod'
import type { Frozen } from '../../../engine/input/schemas/freeze.ts'
import { optional } from '../../../engine/input/schemas/optional.ts'
import { uuidSchema } from '../../../engine/input/schemas/uuid.ts'
import { storedDeploymentSchema } from '../deployments/deployment.ts'

/** The states of a deletion. */
const DELETION_STATES = ['AWAITING_DELETE', 'DELETED'] as const

/** The deletion of a deployment, in the database. */
export const deletionSchema = z.strictObject({
  id: uuidSchema.describe('The id of the deployment.'),
  name: z.string(),
  state: z.enum(DELETION_STATES),
  keeps_project: z.boolean().describe('Whether the tracing project continues to exist, so that the name stays taken.'),
  deployment: optional(storedDeploymentSchema).describe('The deployment as it was, until it is deleted.'),
})

/** The deletion of a deployment, in the database. */
export type DeletionRecord = Frozen<z.output<typeof deletionSchema>>
