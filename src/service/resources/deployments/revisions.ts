// The resource: revisions.

import {
  findTimeIssues,
  type LaterRecords,
  type SeedParent,
  type SeedSource,
} from '../../../engine/define/resource/resource.ts'
import { type Fields, mergeFields } from '../../../engine/input/schemas/schema-walk.ts'
import { formatMicroseconds, parseMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import { readField } from '../../../engine/store/listing/filter.ts'
import { type Draw, hashText, mixBits } from '../../../engine/store/random.ts'
import { planWith } from '../../../engine/world/start/planned-groups.ts'
import { type Creation, defineResource, type FactoryContext, type Known, type Seeding } from '../building.ts'
import { findRevisionIds, isBehind, type RevisionIds } from './build/revision-ids.ts'
import type { DeploymentRecord } from './deployment.ts'
import { deployments } from './deployments.ts'
import {
  type RevisionOutcome,
  type RevisionRecord,
  type RevisionRecordInput,
  type RevisionStatus,
  revisionSchema,
} from './revision.ts'
import { buildRevisionWire, toRevisionFields } from './revision-wire.ts'
import { drawStay, listStates, revisionLifecycle } from './rollout-path.ts'
import { buildPlannedRevision, type DeploymentGroup, listPlannedIds, numberDeployments } from './seed-deployments.ts'
import { OF_CLIENTS } from './wire.ts'

// How often revisions failed, besides those of which the fields of the deployment say it.
const FAILURES = 0.2

const failures: readonly RevisionOutcome[] = [
  'buildFails',
  'buildFails',
  'buildFails',
  'deployFails',
  'deployFails',
  'createFails',
  'interrupted',
]

/** The revisions that the fields of a later deployment name. */
const laterRevisions: LaterRecords<Known> = {
  ids: listIds,
  build(parent, context) {
    const deployment = toDeployment(parent)
    const kind = `created-deployment/${deployment.id}/revision`
    return buildPastRevisions(context, { kind, deployment, ids: listIds(parent) })
  },
}

function listIds(parent: Fields): readonly string[] {
  const { latest_revision_id: latest, active_revision_id: active } = toDeployment(parent)
  if (latest === null) return []
  return active === null || active === latest ? [latest] : [active, latest]
}

// The parent of a revision is a deployment.
function toDeployment(parent: Fields): DeploymentRecord {
  return parent as Fields as DeploymentRecord
}

/** The revisions of deployments. The initial ones are derived from their deployment when they are read. */
export const revisions = defineResource({
  name: 'revisions',
  singular: 'revision',
  description: 'The versions of each deployment, with the history of their rollouts.',
  typeName: 'RevisionRecord',
  schema: revisionSchema,
  isMinor: true,
  nested: ['source_revision_config'],
  belongsTo: { deployment_id: deployments },
  derivedFrom: { field: 'deployment_id', parent: deployments, later: laterRevisions },
  // They follow from the deployments, so none is stored.
  plan: planWith(deployments, () => 0),
  lifecycle: revisionLifecycle,
  findIssues: findTimeIssues,
  wire: {
    typeName: 'Revision',
    basis: { of: 'documented: OpenAPI', except: { 'seen: client': ['status_message', ...OF_CLIENTS] } },
    schemaOf: buildRevisionWire,
    mayLackValues: ({ nullableFields }) => nullableFields === 'some',
  },
  toWire: toRevisionFields,
  seed: seedRevisions,
  create: buildCreatedRevision,
})

/** Draws the id of a revision that is created after the start of a world, by how many were created before. */
export function drawRevisionId(context: FactoryContext, index: number): string {
  return context.open('created-revision', index, 'id').uuid()
}

/** Builds a revision that is created after the start of a world. It is like the latest one of its deployment. */
function buildCreatedRevision({
  context,
  index,
  now,
  fields,
  parents: { deployment_id: deployment },
}: Creation<Partial<RevisionRecordInput>>): RevisionRecordInput {
  const { id, source, source_revision_config } = (deployment ?? {}) as Partial<RevisionRecordInput>
  const created_at = fields.created_at ?? now
  const status = fields.status ?? 'CREATING'
  return {
    id: drawRevisionId(context, index),
    // An unknown deployment is rejected when the record is written.
    deployment_id: String(id),
    created_at,
    updated_at: created_at,
    status,
    source: source ?? 'github',
    outcome: 'succeeds',
    history: [{ status, at: created_at }],
    ...fields,
    source_revision_config: mergeFields(source_revision_config, fields.source_revision_config),
  }
}

// The latest revision, and up to this many before it.
const MOST_BEFORE = 4

function seedRevisions(groups: number | readonly DeploymentGroup[], seeding: Seeding): SeedSource {
  const { context } = seeding
  const { partAt, plannedAt, rolloutsAt } = numberDeployments(groups, seeding)
  const countDrawn = createCount(context)
  const idsOf = (parent: SeedParent): readonly string[] => {
    const { index } = parent
    const planned = plannedAt(index)
    if (planned !== undefined) return listPlannedIds(context, index, planned)
    const plan = { kind: 'deployment', index, fields: partAt(index) ?? {} }
    return listDrawnIds(context, index, {
      ...findRevisionIds(context, plan, statusOf(parent)),
      count: countDrawn(index),
    })
  }
  return {
    count: 0,
    firsts: [],
    pathAt: () => [],
    build: () => undefined,
    derived: {
      ids: idsOf,
      count(parent) {
        const { index } = parent
        // No id has to be drawn if the scenario sets none.
        if (partAt(index) !== undefined || !context.allowNull) return idsOf(parent).length
        if (statusOf(parent) === 'AWAITING_DATABASE') return 1
        const count = countDrawn(index)
        return count === 1 && isBehind(context, { kind: 'deployment', index }) ? 2 : count
      },
      build(parent) {
        // The parent is a deployment.
        const deployment = parent.read() as DeploymentRecord
        const { index } = parent
        const rollouts = rolloutsAt(index)
        if (rollouts !== undefined) return rollouts.map((rollout) => buildPlannedRevision(deployment, rollout))
        return buildPastRevisions(context, { kind: kindOf(index), deployment, ids: idsOf(parent) })
      },
    },
  }
}

function kindOf(index: number): string {
  return `deployment-${index}/revision`
}

function statusOf({ summary }: SeedParent): string {
  return String(readField(summary, 'status'))
}

// How many revisions each deployment has. A large world counts them for every deployment, so this does
// not open a stream for each.
function createCount({ seed }: FactoryContext): (index: number) => number {
  const hash = hashText(`${seed}/revision/count`)
  return (index) => 1 + (mixBits(hash, index) % (MOST_BEFORE + 1))
}

interface DrawnIds extends RevisionIds {
  readonly count: number
}

/** Lists the ids of a deployment's revisions, the oldest first. */
function listDrawnIds(context: FactoryContext, index: number, { latest, active, count }: DrawnIds): readonly string[] {
  if (latest === null) return []
  const known = active === null || active === latest ? [latest] : [active, latest]
  // A deployment that waits for its database has never run.
  const before = active === null ? 0 : count - known.length
  const older = Array.from({ length: Math.max(0, before) }, (_, age) => context.open(kindOf(index), age, 'id').uuid())
  return [...older.reverse(), ...known]
}

/** A deployment, and the ids of its revisions, the oldest first. */
interface PastPlan {
  /** The streams that the revisions are drawn from. */
  readonly kind: string
  readonly deployment: DeploymentRecord
  readonly ids: readonly string[]
}

/**
 * Builds the revisions of a deployment, the oldest first. They were rolled out one after another, between
 * the times at which the deployment was created and last updated.
 */
function buildPastRevisions(context: FactoryContext, plan: PastPlan): RevisionRecordInput[] {
  const { deployment, ids, kind } = plan
  const open = (place: number, field: string) => context.open(kind, ids.length - 1 - place, field)
  const times = cutTime(deployment, ids.length, (place) => open(place, 'created_at'))
  return ids.map((id, place) => {
    const openOwn = (field: string) => open(place, field)
    const isLatest = place === ids.length - 1
    const { outcome, states } = chooseWay(plan, id, openOwn)
    const lengths = states.slice(0, -1).map((status) => {
      const circumstances = { hasDatabase: place > 0, hasRun: place > 0 }
      return BigInt(drawStay(context, { id, source: deployment.source, outcome }, status, circumstances)) * 1000n
    })
    const history = placeStates(states, lengths, {
      from: times[place] as bigint,
      to: times[place + 1] as bigint,
      // The deployment was last updated when its latest revision was.
      isAtEnd: isLatest && place > 0,
    })
    return {
      id,
      deployment_id: deployment.id,
      created_at: history[0]?.at as string,
      updated_at: history.at(-1)?.at as string,
      status: states.at(-1) as RevisionStatus,
      source: deployment.source,
      source_revision_config: isLatest ? deployment.source_revision_config : buildConfig(context, deployment, openOwn),
      outcome,
      history,
    }
  })
}

type OpenField = (field: string) => Draw

/** Chooses the outcome of a revision, and lists the states that it had so far. */
function chooseWay(
  { deployment, ids }: PastPlan,
  id: string,
  open: OpenField,
): { outcome: RevisionOutcome; states: readonly RevisionStatus[] } {
  const { source, active_revision_id: active } = deployment
  const all = listStates(source, 'succeeds')
  if (id === active) return { outcome: 'succeeds', states: all }
  const isLatest = id === ids.at(-1)
  // Before the first one is deployed, the others wait for the database.
  if (deployment.status === 'AWAITING_DATABASE') {
    return { outcome: 'succeeds', states: all.slice(0, open('progress').integer(1, 2)) }
  }
  if (isLatest && open('is_unfinished').chance(0.2)) {
    return { outcome: 'succeeds', states: all.slice(0, open('progress').integer(3, all.length - 1)) }
  }
  const fails = isLatest || active === null || open('fails').chance(FAILURES)
  const outcome = fails ? open('outcome').pick(failures) : 'succeeds'
  return { outcome, states: listStates(source, outcome) }
}

/** Cuts the time in which a deployment was changed, so that each revision has a part of it. */
function cutTime({ created_at, updated_at }: DeploymentRecord, count: number, open: (place: number) => Draw): bigint[] {
  const [from, to] = [parseMicroseconds(created_at), parseMicroseconds(updated_at)]
  const shares = Array.from({ length: count - 1 }, (_, place) => open(place + 1).next()).sort((a, b) => a - b)
  const cuts = shares.map((share) => from + BigInt(Math.floor(Number(to - from) * share)))
  return [from, ...cuts, to]
}

interface RolloutPeriod {
  readonly from: bigint
  readonly to: bigint
  readonly isAtEnd: boolean
}

/** Finds the time of each state. If there is not enough time, all of them were shorter. */
function placeStates(
  states: readonly RevisionStatus[],
  lengths: readonly bigint[],
  { from, to, isAtEnd }: RolloutPeriod,
): RevisionRecord['history'] {
  const whole = lengths.reduce((sum, length) => sum + length, 0n)
  const room = to - from
  const start = isAtEnd && whole < room ? to - whole : from
  let passed = 0n
  return states.map((status, place) => {
    if (place > 0) passed += lengths[place - 1] as bigint
    const offset = whole > room ? (passed * room) / whole : passed
    return { status, at: formatMicroseconds(start + offset) }
  })
}

// An older revision was built from another commit or image.
function buildConfig(
  context: FactoryContext,
  { source_revision_config }: DeploymentRecord,
  open: OpenField,
): RevisionRecordInput['source_revision_config'] {
  const { repo_commit_sha, image_uri } = source_revision_config
  return {
    ...source_revision_config,
    repo_commit_sha: repo_commit_sha === null ? null : context.fake(open('repo_commit_sha')).git.commitSha(),
    image_uri: image_uri?.replace(/(?<=@sha256:)[\da-f]+$/, () => buildDigest(context, open('image_uri'))) ?? null,
  }
}

function buildDigest(context: FactoryContext, draw: Draw): string {
  return context.fake(draw).string.hexadecimal({ length: 64, casing: 'lower', prefix: '' })
}
