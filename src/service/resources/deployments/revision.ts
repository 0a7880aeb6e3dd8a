// Revisions in the database.

import * as z from 'zod'
import type { Frozen } from '../../../engine/input/schemas/schema-walk.ts'
import { timestampSchema } from '../../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../../engine/input/schemas/uuid.ts'
import type { KindsOf } from '../text-kinds.ts'
import { deploymentSourceSchema, sourceKind, sourceRevisionConfigSchema, sourceRevisionKinds } from './deployment.ts'

/** What decides how long a rollout stays in a state, besides chance. */
export interface Circumstances {
  /** What the deployment already has when the revision is rolled out. */
  readonly hasDatabase: boolean
  /** Whether a revision was deployed before, so that a build finds its cache. */
  readonly hasRun: boolean
}

interface State {
  /** What a rollout does in it. Those of images leave out what builds. */
  readonly does: 'waits' | 'builds' | 'deploys' | 'ended'
  /** Whether the database of the deployment is there by then, which the first rollout creates. */
  readonly database: 'awaited' | 'exists' | 'failed'
  /** The least and the most seconds that a rollout stays in it. */
  stays?(circumstances: Circumstances & { readonly isImage: boolean }): readonly [least: number, most: number]
  /** Whether the image is there. */
  readonly isBuilt?: true
  /** What responses say about it. */
  readonly message?: string
}

// Everything about a state, in the order of a rollout. These are the values of the real service. A first rollout takes
// about 14 minutes, and a later one 5 to 7 minutes. That of an image takes less than the 5 minutes for which the command
// line waits.
const STATES = {
  CREATING: { does: 'waits', database: 'awaited', stays: () => [2, 5] },
  QUEUED: {
    does: 'waits',
    database: 'awaited',
    stays({ hasDatabase, isImage }) {
      if (hasDatabase) return [3, 10]
      return isImage ? [50, 70] : [200, 300]
    },
  },
  AWAITING_BUILD: { does: 'builds', database: 'exists', stays: () => [5, 15] },
  BUILDING: { does: 'builds', database: 'exists', stays: ({ hasRun }) => (hasRun ? [190, 270] : [300, 400]) },
  AWAITING_DEPLOY: { does: 'deploys', database: 'exists', stays: () => [5, 15], isBuilt: true },
  DEPLOYING: {
    does: 'deploys',
    database: 'exists',
    stays({ hasRun, isImage }) {
      if (hasRun) return [80, 110]
      return isImage ? [100, 140] : [160, 220]
    },
    isBuilt: true,
  },
  DEPLOYED: { does: 'ended', database: 'exists', isBuilt: true },
  CREATE_FAILED: { does: 'ended', database: 'failed', message: 'The deployment could not be created.' },
  BUILD_FAILED: { does: 'ended', database: 'exists', message: 'The build failed. Its logs say why.' },
  // This is what users of the real service see.
  DEPLOY_FAILED: {
    does: 'ended',
    database: 'exists',
    isBuilt: true,
    message: 'Timeout: Deployment is not ready after 300 seconds.',
  },
  SKIPPED: { does: 'ended', database: 'awaited' },
  INTERRUPTED: { does: 'ended', database: 'awaited' },
  UNKNOWN: { does: 'ended', database: 'exists' },
} satisfies Readonly<Record<string, State>>

/** A state of a revision. */
export type RevisionStatus = keyof typeof STATES

/** The states of a revision. */
export const REVISION_STATUSES = Object.keys(STATES) as readonly RevisionStatus[]

interface Ending {
  /** The last state before the end of the rollout, and the end; none if it stops there. Default: that before DEPLOYED. */
  readonly during?: RevisionStatus
  readonly to?: RevisionStatus
  /** What a fault with this outcome does. */
  readonly fault: string
}

const endings = {
  succeeds: { to: 'DEPLOYED', fault: 'lets the rollout succeed' },
  createFails: { during: 'CREATING', to: 'CREATE_FAILED', fault: 'lets the rollout fail before the build' },
  buildFails: { during: 'BUILDING', to: 'BUILD_FAILED', fault: 'lets the build fail' },
  deployFails: { during: 'DEPLOYING', to: 'DEPLOY_FAILED', fault: 'lets the deployment of the build fail' },
  createHangs: { during: 'CREATING', fault: 'lets the rollout hang before the build' },
  buildHangs: { during: 'BUILDING', fault: 'lets the build hang' },
  deployHangs: { during: 'DEPLOYING', fault: 'lets the deployment of the build hang' },
  skipped: { during: 'QUEUED', to: 'SKIPPED', fault: 'skips the rollout' },
  interrupted: { during: 'BUILDING', to: 'INTERRUPTED', fault: 'interrupts the rollout' },
} satisfies Readonly<Record<string, Ending>>

/** How a rollout ends, or where it stops. */
export type RevisionOutcome = keyof typeof endings

/** How a rollout ends, or where it stops. */
export const REVISION_OUTCOMES = Object.keys(endings) as readonly RevisionOutcome[]

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

/** A revision in the database: one version of a deployment that was or will be rolled out. */
export type RevisionRecord = Frozen<z.output<typeof revisionSchema>>
export type RevisionRecordInput = Frozen<z.input<typeof revisionSchema>>

/** What the texts of its fields are. */
export const revisionKinds: KindsOf<RevisionRecord> = {
  id: 'id',
  deployment_id: 'id',
  created_at: 'time',
  updated_at: 'time',
  status: { words: REVISION_STATUSES },
  source: sourceKind,
  source_revision_config: sourceRevisionKinds,
  outcome: { words: REVISION_OUTCOMES },
  history: { status: { words: REVISION_STATUSES }, at: 'time' },
}

export function nameBuiltImage(id: string): string {
  return `registry.deployments.example/revisions:${id}`
}

/** Returns what is known about an outcome. */
export function endingOf(outcome: RevisionOutcome): Ending {
  return endings[outcome]
}

/** Returns what is known about a state. */
export function stateOf(status: RevisionStatus): State {
  return STATES[status]
}

export function hasEnded(status: string): boolean {
  return stateOf(status as RevisionStatus).does === 'ended'
}
