// The revisions that a scenario plans for a deployment.

import * as z from 'zod'
import { partOf } from '../../../engine/input/schemas/optional.ts'
import { mergeFields, omitUndefined } from '../../../engine/input/schemas/schema-walk.ts'
import {
  compareTimestamps,
  formatMicroseconds,
  parseMicroseconds,
  timestampSchema,
} from '../../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../../engine/input/schemas/uuid.ts'
import type { FactoryContext } from '../building.ts'
import { type DeploymentRecord, type PartialDeploymentRecord, sourceRevisionConfigSchema } from './deployment.ts'
import {
  hasEnded,
  REVISION_OUTCOMES,
  type RevisionOutcome,
  type RevisionRecord,
  type RevisionRecordInput,
  type RevisionStatus,
} from './revision.ts'
import { drawStay, listStates, type RolloutTraits } from './rollout-path.ts'

export const plannedRevisionsSchema = z
  .array(
    z.strictObject({
      id: uuidSchema.optional(),
      created_at: timestampSchema.describe('When it was created.'),
      outcome: z
        .enum(REVISION_OUTCOMES)
        .optional()
        .describe('How its rollout ended, or where it stopped. Default: it succeeded.'),
      source_revision_config: partOf(sourceRevisionConfigSchema)
        .optional()
        .describe('What it was built from. Default: the same as the deployment.'),
    }),
  )
  .min(1)
  .superRefine(refuseOrder)
  .describe('The revisions that it has had, the oldest first. Default: generated ones.')

function refuseOrder(planned: readonly { created_at: string }[], context: z.RefinementCtx): void {
  for (const [index, { created_at: input }] of planned.entries()) {
    const before = planned[index - 1]?.created_at
    if (before === undefined || compareTimestamps(before, input) <= 0) continue
    const message = 'It must not be earlier than that of the revision before'
    context.addIssue({ code: 'custom', message, path: [index, 'created_at'], input })
  }
}

/** A revision that a scenario plans. */
export interface PlannedRevision {
  readonly id?: string
  readonly created_at: string
  readonly outcome?: RevisionOutcome
  readonly source_revision_config?: PartialDeploymentRecord['source_revision_config']
}

/** A planned revision as it is when the world starts. */
export type PlannedRollout = ReturnType<typeof rollOutPlanned>[number]

interface PlannedDeployment {
  readonly index: number
  readonly source: RevisionRecord['source']
  readonly planned: readonly PlannedRevision[]
}

/** Returns the ids of the planned revisions of the deployment with a number. */
export function listPlannedIds(
  context: FactoryContext,
  index: number,
  planned: readonly PlannedRevision[],
): readonly string[] {
  return planned.map(({ id }, place) => id ?? context.open(`deployment-${index}/planned-revision`, place, 'id').uuid())
}

/** Rolls out planned revisions, one after the other, up to the present of the world. */
export function rollOutPlanned(context: FactoryContext, { index, source, planned }: PlannedDeployment) {
  let freeAt: bigint | undefined = 0n
  const ids = listPlannedIds(context, index, planned)
  return planned.map(({ outcome = 'succeeds', source_revision_config, created_at }, place) => {
    const id = ids[place] as string
    const next = planned[place + 1]?.created_at
    const history = placeStates(context, {
      states: listStates(source, outcome),
      revision: { id, source, outcome, created_at },
      isFirst: place === 0,
      freeAt,
      replacedAt: next === undefined ? undefined : parseMicroseconds(next),
    })
    const last = history.at(-1) as RevisionRecord['history'][number]
    freeAt = findFreeTime(freeAt, last)
    return { id, created_at, updated_at: last.at, status: last.status, outcome, history, source_revision_config }
  })
}

// Until a rollout ends, the next one waits. One that is skipped ends before the rollout that it waits for.
function findFreeTime(
  before: bigint | undefined,
  { status, at }: RevisionRecord['history'][number],
): bigint | undefined {
  if (before === undefined || !hasEnded(status)) return undefined
  const end = parseMicroseconds(at)
  return end > before ? end : before
}

export function buildPlannedRevision(
  deployment: DeploymentRecord,
  { source_revision_config, ...rollout }: PlannedRollout,
): RevisionRecordInput {
  return {
    ...rollout,
    deployment_id: deployment.id,
    source: deployment.source,
    source_revision_config: mergeFields(deployment.source_revision_config, source_revision_config),
  }
}

/** Returns what the fields of a deployment say about its planned revisions. */
export function describePlanned(
  { allowNull }: FactoryContext,
  rollouts: readonly PlannedRollout[],
): PartialDeploymentRecord {
  const [first] = rollouts
  const latest = rollouts.at(-1)
  const active = rollouts.findLast(({ status }) => status === 'DEPLOYED')
  return omitUndefined({
    created_at: first?.created_at,
    updated_at: latest?.updated_at,
    latest_revision_id: latest?.id,
    // If every field must have a value, the factory generates one.
    active_revision_id: active?.id ?? (allowNull ? null : undefined),
  }) as PartialDeploymentRecord
}

interface Placing {
  states: readonly RevisionStatus[]
  revision: RolloutTraits & { readonly created_at: string }
  isFirst: boolean
  /** When the rollout before ended; undefined if it has not. */
  freeAt: bigint | undefined
  /** When a newer revision was created. */
  replacedAt: bigint | undefined
}

function placeStates(context: FactoryContext, placing: Placing): RevisionRecord['history'] {
  const { states, revision, isFirst } = placing
  const circumstances = { hasDatabase: !isFirst, hasRun: !isFirst }
  let at = parseMicroseconds(revision.created_at)
  const history: RevisionRecord['history'][number][] = []
  for (const [place, status] of states.entries()) {
    const before = states[place - 1]
    if (before !== undefined) {
      const due = at + BigInt(drawStay(context, revision, before, circumstances)) * 1000n
      const entered = before === 'QUEUED' ? leaveQueue(due, status, placing) : due
      if (entered === undefined || entered > context.now) break
      at = entered
    }
    history.push({ status, at: formatMicroseconds(at) })
  }
  return history
}

/** Returns when a revision leaves the queue; undefined if it is still there. */
function leaveQueue(due: bigint, status: RevisionStatus, { freeAt, replacedAt }: Placing): bigint | undefined {
  if (status === 'SKIPPED') return replacedAt ?? due
  if (freeAt === undefined) return undefined
  return due > freeAt ? due : freeAt
}
