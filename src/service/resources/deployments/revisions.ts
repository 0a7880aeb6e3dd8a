// The resource: revisions.

import { findTimeIssues } from '../../../engine/define/resource/record-rules.ts'
import type { Fields, LaterRecords, SeedParent, SeedSource } from '../../../engine/define/resource/resource.ts'
import { mergeFields } from '../../../engine/input/schemas/schema-walk.ts'
import { readField } from '../../../engine/store/listing/filter.ts'
import { hashText, mixBits } from '../../../engine/store/random.ts'
import { type Creation, defineResource, type FactoryContext, type Known, type Seeding } from '../building.ts'
import { buildPastRevisions } from './build/build-past-revisions.ts'
import { findRevisionIds, isBehind, type RevisionIds } from './build/revision-ids.ts'
import type { DeploymentRecord } from './deployment.ts'
import { deployments } from './deployments.ts'
import { buildPlannedRevision, listPlannedIds } from './planned-revisions.ts'
import { type RevisionRecordInput, revisionSchema } from './revision.ts'
import { buildRevisionWire, toRevisionFields } from './revision-wire.ts'
import { revisionLifecycle } from './rollout-path.ts'
import { type DeploymentGroup, numberDeployments } from './seed-deployments.ts'
import { OF_CLIENTS } from './wire.ts'

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
  plan: {
    field: 'deployments',
    // They are not stored.
    count: (_groups: number | readonly DeploymentGroup[]) => 0,
  },
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

/** Lists the ids of a deployment's revisions, the oldest first. */
function listDrawnIds(
  context: FactoryContext,
  index: number,
  { latest, active, count }: RevisionIds & { count: number },
): readonly string[] {
  if (latest === null) return []
  const known = active === null || active === latest ? [latest] : [active, latest]
  // A deployment that waits for its database has never run.
  const before = active === null ? 0 : count - known.length
  const older = Array.from({ length: Math.max(0, before) }, (_, age) => context.open(kindOf(index), age, 'id').uuid())
  return [...older.reverse(), ...known]
}
