import type { FactoryContext } from '../../../engine/define/factory/context.ts'
import type { Seeding, SeedParent, SeedSource } from '../../../engine/define/resource/resource.ts'
import { readField } from '../../../engine/store/listing/filter.ts'
import { hashText, mixBits } from '../../../engine/store/random.ts'
import { findRevisionIds, isBehind, type RevisionIds } from '../deployments/build/revision-ids.ts'
import type { DeploymentRecord } from '../deployments/deployment.ts'
import { type DeploymentGroup, numberDeployments } from '../deployments/seed-deployments.ts'
import { buildPastRevisions } from './build-past-revisions.ts'
import { buildPlannedRevision, listPlannedIds } from './planned-revisions.ts'

// The latest revision, and up to this many before it.
const MOST_BEFORE = 4

/** Returns the initial revisions of the deployments of a plan. */
export function seedRevisions(groups: number | readonly DeploymentGroup[], seeding: Seeding): SeedSource {
  const { context } = seeding
  const { partAt, plannedAt, rolloutsAt } = numberDeployments(groups, seeding)
  const countDrawn = createCount(context)
  const idsOf = (parent: SeedParent): readonly string[] => {
    const { index } = parent
    const planned = plannedAt(index)
    if (planned !== undefined) return listPlannedIds(context, index, planned)
    const plan = { kind: 'deployment', index, fields: partAt(index) ?? {} }
    return listIds(context, index, { ...findRevisionIds(context, plan, statusOf(parent)), count: countDrawn(index) })
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
function listIds(
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
