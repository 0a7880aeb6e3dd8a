// The initial deployments of a world.

import * as z from 'zod'
import { deploymentFixtures } from '../../../../fixtures/named-deployments.ts'
import type { SeedSource, Tables } from '../../../engine/define/resource/resource.ts'
import { partOf } from '../../../engine/input/schemas/optional.ts'
import { dropNulls, mergeFields, omitUndefined } from '../../../engine/input/schemas/schema-walk.ts'
import {
  compareTimestamps,
  formatMicroseconds,
  parseMicroseconds,
  timestampSchema,
} from '../../../engine/input/schemas/timestamp.ts'
import { isUuid, uuidSchema } from '../../../engine/input/schemas/uuid.ts'
import { onDemand } from '../../../engine/limits/on-demand.ts'
import { hashText, mixBits } from '../../../engine/store/random.ts'
import { numberRecords, type RecordGroup, type RecordGroups } from '../../../engine/world/start/planned-groups.ts'
import type { FactoryContext, RecordRules, Seeding } from '../building.ts'
import { integrations } from '../integrations.ts'
import { listeners } from '../listeners.ts'
import { repositories } from '../repositories/repositories.ts'
import type { RepositoryRecord } from '../repositories/repository.ts'
import { selectFitting } from './build/build-configs.ts'
import { buildDeployment, buildDeploymentSummary, type DeploymentPlan } from './build/build-deployment.ts'
import {
  type DeploymentRecord,
  fitType,
  type PartialDeploymentRecord,
  sourceRevisionConfigSchema,
  storedDeploymentSchema,
} from './deployment.ts'
import type { DeploymentSummary } from './filters.ts'
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

/** A group of similar deployments. */
export interface DeploymentGroup extends RecordGroup<PartialDeploymentRecord> {
  /** The name of a fixture to start with. `record` overrides its fields. */
  readonly fixture?: string
  /** Its revisions, the oldest first. Default: generated ones. */
  readonly revisions?: readonly PlannedRevision[]
}

export function seedDeployments(groups: number | readonly DeploymentGroup[], seeding: Seeding): SeedSource {
  const { context, tables } = seeding
  const { count, firsts, pathAt, partAt } = numberDeployments(groups, seeding)
  const pickRepository = createRepositoryPicker(context, listCandidates(tables))
  const inWorld = onDemand(() => tables.of(listeners).all())
  const planOf = (index: number): DeploymentPlan => {
    const fields = partAt(index) ?? {}
    const repository = pickRepository(index, fields)
    const open: DeploymentPlan['open'] = (field) => context.open('deployment', index, field)
    return { kind: 'deployment', index, open, repository, listeners: inWorld(), fields }
  }
  return {
    count,
    firsts,
    pathAt,
    // The summary is one of these.
    build: (index, summary) => buildDeployment(context, planOf(index), summary as DeploymentSummary | undefined),
    summarize: (index) => buildDeploymentSummary(context, planOf(index)),
  }
}

export interface NumberedDeployments extends RecordGroups<PartialDeploymentRecord> {
  plannedAt(index: number): readonly PlannedRevision[] | undefined
  /** Returns the planned revisions of the deployment with a number, the oldest first; undefined if there is no plan. */
  rolloutsAt(index: number): readonly PlannedRollout[] | undefined
}

export function numberDeployments(
  groups: number | readonly DeploymentGroup[],
  { context, rules }: Seeding,
): NumberedDeployments {
  const numbered = numberRecords<PartialDeploymentRecord, DeploymentGroup>(groups, (group) => toPart(group, rules))
  const plannedAt = numberPlanned(groups)
  const rolloutsAt = (index: number) => {
    const planned = plannedAt(index)
    if (planned === undefined) return undefined
    return rollOutPlanned(context, { index, source: numbered.partAt(index)?.source ?? USUAL_SOURCE, planned })
  }
  return {
    ...numbered,
    plannedAt,
    rolloutsAt,
    partAt(index) {
      const part = numbered.partAt(index)
      const planned = plannedAt(index)
      if (planned === undefined) return part
      const isTold = OF_ROLLOUTS.every((field) => part?.[field] !== undefined)
      const told = { source: USUAL_SOURCE, ...(!isTold && describePlanned(context, rolloutsAt(index) ?? [])) }
      const config = mergeFields(planned.at(-1)?.source_revision_config, part?.source_revision_config)
      return { ...told, ...part, source_revision_config: config }
    },
  }
}

const USUAL_SOURCE = 'github' as const

// To find these fields takes longer than all others. A recording has them.
const OF_ROLLOUTS = ['created_at', 'updated_at', 'latest_revision_id', 'active_revision_id'] as const

function numberPlanned(groups: number | readonly DeploymentGroup[]) {
  if (typeof groups === 'number' || groups.every(({ revisions }) => revisions === undefined)) return () => undefined
  const planned = groups.map(({ count = 1, revisions }) => ({
    count,
    ...(revisions !== undefined && { record: revisions }),
  }))
  return numberRecords<readonly PlannedRevision[]>(planned).partAt
}

// The repositories of each integration. An integration may have any id, but a deployment refers to a
// UUID (contract section 2.4).
function listCandidates(tables: Tables): { records: readonly RepositoryRecord[] }[] {
  const byIntegration = new Map<string, RepositoryRecord[]>()
  for (const repository of tables.of(repositories).all()) {
    const records = byIntegration.get(repository.integration_id)
    if (records === undefined) byIntegration.set(repository.integration_id, [repository])
    else records.push(repository)
  }
  return tables
    .of(integrations)
    .all()
    .filter(({ id }) => isUuid(id))
    .map(({ id }) => ({ records: byIntegration.get(id) ?? [] }))
}

function toPart(
  { fixture, record, revisions }: DeploymentGroup,
  rules: RecordRules,
): PartialDeploymentRecord | undefined {
  if (fixture === undefined) return record ?? (revisions === undefined ? undefined : {})
  const written = readFixture(fixture, rules)
  return {
    ...written,
    ...omitUndefined(record ?? {}),
    source_config: mergeFields(written?.source_config, record?.source_config),
    source_revision_config: mergeFields(written?.source_revision_config, record?.source_revision_config),
  }
}

function readFixture(fixture: string, rules: RecordRules): PartialDeploymentRecord | undefined {
  const { allowNull, deploymentTypes } = rules
  const found = Object.entries(deploymentFixtures).find(([name]) => name === fixture)?.[1]
  const written = found && { ...found, deployment_type: fitType(found.deployment_type, deploymentTypes) }
  // If every field must have a value, the factory generates those that are null in a fixture.
  return allowNull ? written : (dropNulls(storedDeploymentSchema, written) as typeof written)
}

/**
 * Creates a function that picks the repository of each seeded deployment. Every candidate has a
 * pseudorandom weight for the deployment, and the highest weight wins. So an additional repository takes
 * over some deployments, and changes no others.
 *
 * The candidates for the first deployments are the first two repositories of the first four
 * integrations. Every 20 deployments, each integration contributes one more repository, and every 64
 * deployments, one more integration contributes. So in a small world, repositories and integrations
 * beyond these change nothing. A deployment with a given name comes from a repository that fits it.
 *
 * @param seededIntegrations the repositories of each integration
 */
function createRepositoryPicker(
  context: FactoryContext,
  seededIntegrations: readonly { readonly records: readonly RepositoryRecord[] }[],
): (index: number, fields: PartialDeploymentRecord) => RepositoryRecord | undefined {
  const hashed = seededIntegrations.map(({ records }) =>
    records.map((repository) => ({ repository, hash: hashText(`${context.seed}/pick/${repository.id}`) })),
  )
  const all = seededIntegrations.flatMap(({ records }) => records)
  return (index, fields) => {
    const fitting = selectFitting(all, fields)
    if (fitting !== all) return fitting[index % Math.max(1, fitting.length)]
    const integrationsInReach = Math.min(hashed.length, 4 + Math.floor(index / 64))
    const repositoriesInReach = 2 + Math.floor(index / 20)
    let [picked, best]: [RepositoryRecord | undefined, number] = [undefined, -1]
    for (let integration = 0; integration < integrationsInReach; integration += 1) {
      const candidates = hashed[integration] ?? []
      const count = Math.min(candidates.length, repositoriesInReach)
      for (let place = 0; place < count; place += 1) {
        const { repository, hash } = candidates[place] as (typeof candidates)[number]
        const weight = mixBits(hash, index)
        if (weight > best) [picked, best] = [repository, weight]
      }
    }
    return picked
  }
}

function refuseOrder(planned: readonly { created_at: string }[], context: z.RefinementCtx): void {
  for (const [index, { created_at: input }] of planned.entries()) {
    const before = planned[index - 1]?.created_at
    if (before === undefined || compareTimestamps(before, input) <= 0) continue
    const message = 'It must not be earlier than that of the revision before'
    context.addIssue({ code: 'custom', message, path: [index, 'created_at'], input })
  }
}

/** A revision that a scenario plans. */
interface PlannedRevision {
  readonly id?: string
  readonly created_at: string
  readonly outcome?: RevisionOutcome
  readonly source_revision_config?: PartialDeploymentRecord['source_revision_config']
}

/** A planned revision as it is when the world starts. */
type PlannedRollout = ReturnType<typeof rollOutPlanned>[number]

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
function rollOutPlanned(context: FactoryContext, { index, source, planned }: PlannedDeployment) {
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
function describePlanned({ allowNull }: FactoryContext, rollouts: readonly PlannedRollout[]): PartialDeploymentRecord {
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
