// Revisions in the database.

import * as z from 'zod'
import type { Frozen } from '../../../engine/input/schemas/schema-walk.ts'
import { timestampSchema } from '../../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../../engine/input/schemas/uuid.ts'
import { deploymentSourceSchema, sourceRevisionConfigSchema } from './deployment.ts'

/** The states of a revision. These are the values of the real service. */
export const REVISION_STATUSES = [
  'CREATING',
  'QUEUED',
  'AWAITING_BUILD',
  'BUILDING',
  'AWAITING_DEPLOY',
  'DEPLOYING',
  'DEPLOYED',
  'CREATE_FAILED',
  'BUILD_FAILED',
  'DEPLOY_FAILED',
  'SKIPPED',
  'INTERRUPTED',
  'UNKNOWN',
] as const

/** How a rollout ends, or where it stops. */
export const REVISION_OUTCOMES = [
  'succeeds',
  'createFails',
  'buildFails',
  'deployFails',
  'createHangs',
  'buildHangs',
  'deployHangs',
  'skipped',
  'interrupted',
] as const

const statusSchema = z.enum(REVISION_STATUSES)

/** A revision in the database. */
export const revisionSchema = z.strictObject({
  id: uuidSchema.describe('The id of the revision.'),
  deployment_id: uuidSchema.describe('The deployment that it belongs to.'),
  created_at: timestampSchema.describe('When it was created.'),
  updated_at: timestampSchema.describe('When it last changed.'),
  status: statusSchema.describe('Where its rollout stands.'),
  source: deploymentSourceSchema.describe('Where its code comes from.'),
  source_revision_config: sourceRevisionConfigSchema.describe('What it was built from.'),
  outcome: z.enum(REVISION_OUTCOMES).describe('How the rollout ends, or where it stops.'),
  history: z
    .array(z.strictObject({ status: statusSchema, at: timestampSchema }))
    .describe('Every state that it entered, the oldest first.'),
})

/** A state of a revision. */
export type RevisionStatus = (typeof REVISION_STATUSES)[number]

/** How a rollout ends, or where it stops. */
export type RevisionOutcome = (typeof REVISION_OUTCOMES)[number]

/** A revision in the database: one version of a deployment that was or will be rolled out. */
export type RevisionRecord = Frozen<z.output<typeof revisionSchema>>
export type RevisionRecordInput = Frozen<z.input<typeof revisionSchema>>

export function nameBuiltImage(id: string): string {
  return `registry.deployments.example/revisions:${id}`
}

export function hasEnded(status: string): boolean {
  return ENDED.has(status)
}

/** Whether a rollout waits before its first work. */
export function isWaiting(status: string): boolean {
  return status === 'CREATING' || status === 'QUEUED'
}

const ENDED: ReadonlySet<string> = new Set<RevisionStatus>([
  'DEPLOYED',
  'CREATE_FAILED',
  'BUILD_FAILED',
  'DEPLOY_FAILED',
  'SKIPPED',
  'INTERRUPTED',
  'UNKNOWN',
])
