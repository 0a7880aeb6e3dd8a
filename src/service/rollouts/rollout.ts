// Rolls out revisions of deployments, and deletes deployments.

import {
  formatMicroseconds,
  latestTimestamp,
  parseMicroseconds,
  toSortKey,
} from '../../engine/input/schemas/timestamp.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import type { World } from '../operation.ts'
import { deletions } from '../resources/deletions.ts'
import { type DeploymentRecord, isCommit, type NewDeployment } from '../resources/deployments/deployment.ts'
import { deployments } from '../resources/deployments/deployments.ts'
import {
  hasEnded,
  type RevisionOutcome,
  type RevisionRecord,
  type RevisionRecordInput,
  type RevisionStatus,
  stateOf,
} from '../resources/deployments/revision.ts'
import { drawRevisionId, revisions } from '../resources/deployments/revisions.ts'
import { findUnfinished, isOfImage } from '../resources/deployments/rollout-path.ts'

export interface RevisionStart {
  /** Where its code comes from. Default: where that of the deployment comes from. */
  readonly source?: RevisionRecord['source'] | undefined
  readonly source_revision_config?: RevisionRecordInput['source_revision_config'] | undefined
  /** How its rollout ends, or where it stops. Default: it succeeds, unless `statusTransitions` says otherwise. */
  readonly outcome?: RevisionOutcome | undefined
  /** Other fields of its record. */
  readonly given?: object
}

/** Starts a revision. If another is rolled out, it waits, and one that waited is skipped. @throws NoRoomError */
export function startRevision(
  world: World,
  deployment: DeploymentRecord,
  { source = deployment.source, source_revision_config, outcome, given }: RevisionStart,
  assumptions: Assumptions,
): RevisionRecord {
  const { collections } = world
  const { id: deployment_id } = deployment
  const newest = findNewest(world, deployment)
  const isFirst = newest === undefined
  const fields = {
    deployment_id,
    source,
    created_at: findCreationTime(world, newest),
    source_revision_config: configure(world, deployment, source, source_revision_config),
    outcome: outcome ?? (isFirst ? firstOutcomes[assumptions.statusTransitions] : 'succeeds'),
    ...given,
  }
  const created = world.attempt(() => {
    world.readerOf(revisions).storeSiblings?.(fields)
    const revision = collections.revisions.create(fields)
    collections.deployments.update(deployment_id, {
      latest_revision_id: revision.id,
      source_revision_config: revision.source_revision_config,
    })
    return revision
  })
  begin(world, deployment, created, { isFirst, assumptions })
  return readAgain(world, created)
}

/** Creates a deployment that names its first revision from the beginning, and starts that. @throws NoRoomError */
export function createWithRevision(
  world: World,
  fields: NewDeployment,
  outcome: RevisionOutcome | undefined,
  assumptions: Assumptions,
): DeploymentRecord {
  const { collections, database, baseline } = world
  const { source } = fields
  const source_revision_config = configure(world, fields, source)
  const latest_revision_id = drawRevisionId(baseline.context, database.countCreated(revisions))
  const created = collections.deployments.create({ ...fields, source_revision_config, latest_revision_id })
  const revision = collections.revisions.create({
    deployment_id: created.id,
    source,
    source_revision_config,
    outcome: outcome ?? firstOutcomes[assumptions.statusTransitions],
  })
  begin(world, created, revision, { isFirst: true, assumptions })
  return created
}

/** Returns what a revision is built from: what its deployment is, unless it is given something else. */
function configure(
  world: World,
  deployment: Built,
  source: RevisionRecord['source'],
  given?: RevisionStart['source_revision_config'],
) {
  return {
    ...deployment.source_revision_config,
    // What is built becomes another image than the one before.
    ...(!isOfImage(source) && world.baseline.context.allowNull && { image_uri: null }),
    ...(source === 'github' && findCommit(world, deployment, given)),
    ...given,
  }
}

type Built = Pick<DeploymentRecord, 'source_config' | 'source_revision_config'>

/** Interrupts the rollout of a revision, and the next one continues. Returns undefined if it had already ended. */
export function interruptRollout(world: World, revision: RevisionRecord): RevisionRecord | undefined {
  if (hasEnded(revision.status)) return undefined
  world.change('revisions', [revision.id], { status: 'INTERRUPTED' })
  return readAgain(world, revision)
}

/** Finds the revisions of a deployment, the newest first. */
export function findRevisions(world: World, deployment_id: string): readonly RevisionRecord[] {
  const all = world.readerOf(revisions).find({ deployment_id })
  // If times are equal, the one that was added later is newer.
  const keyed = all.toReversed().map((revision) => ({ revision, key: toSortKey(revision.created_at) }))
  return keyed.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? 1 : -1)).map(({ revision }) => revision)
}

// A revision that a test has created is not named by its deployment.
function findNewest(world: World, { id, latest_revision_id: latest }: DeploymentRecord): RevisionRecord | undefined {
  return (latest === null ? undefined : findRevision(world, id, latest)) ?? findRevisions(world, id)[0]
}

export function findRevision(world: World, deployment_id: string, id: string): RevisionRecord | undefined {
  return world.readerOf(revisions).find({ deployment_id, id })[0]
}

interface RemovalOptions {
  readonly keepsProject: boolean
}

/** Deletes a deployment with its revisions. For some time, `findDeleted` still finds it. @throws NoRoomError */
export function removeDeployment(
  world: World,
  { id, name }: DeploymentRecord,
  { keepsProject: keeps_project }: RemovalOptions,
): void {
  const { collections, database } = world
  const deployment = database.of(deployments).get(id)
  if (deployment === undefined) return
  // An id can be deleted again if a test has created another deployment with it.
  collections.deletions.delete(id)
  collections.deletions.create({
    id,
    name,
    state: 'AWAITING_DELETE',
    keeps_project,
    deployment: structuredClone(deployment) as DeploymentRecord,
  })
  collections.deployments.delete(id)
}

/** Finds a deployment that is being deleted, with its last status. It is not found any more when it is gone. */
export function findDeleted(world: World, id: string): DeploymentRecord | undefined {
  const deletion = world.database.of(deletions).get(id)
  if (deletion === undefined || deletion.state === 'DELETED' || deletion.deployment === null) return undefined
  const { statuses } = world.baseline.rules
  const status = ([deletion.state, 'AWAITING_DELETE'] as const).find((each) => statuses.includes(each))
  return { ...deletion.deployment, ...(status !== undefined && { status }) }
}

/** Whether a deployment has a name, or the tracing project of a deleted one. */
export function isNameTaken(world: World, name: string): boolean {
  if (world.database.of(deployments).has({ name })) return true
  return world.database.of(deletions).has({ name, keeps_project: true })
}

// Newer revisions have later times, even if the clock was set back.
function findCreationTime(world: World, newest: RevisionRecord | undefined): string {
  const now = world.clock.now()
  if (newest === undefined) return now
  return latestTimestamp(now, formatMicroseconds(parseMicroseconds(newest.created_at) + 1n))
}

interface RolloutStart {
  readonly isFirst: boolean
  readonly assumptions: Assumptions
}

/** Begins the rollout of a new revision, and skips those that were waiting. */
function begin(
  world: World,
  deployment: DeploymentRecord,
  created: RevisionRecord,
  { isFirst, assumptions }: RolloutStart,
): void {
  const { find } = world.database.of(revisions)
  const [first, ...others] = isFirst ? [] : findUnfinished(deployment.id, find)
  const waiting = others.filter(({ id, status }) => id !== created.id && isWaiting(status))
  const skipped = waiting.map(({ id }) => id)
  if (skipped.length > 0) world.change('revisions', skipped, { status: 'SKIPPED' })
  const speed = isFirst && assumptions.statusTransitions === 'instant' ? Number.POSITIVE_INFINITY : undefined
  // A rollout that was not finished when the world started stands still until something happens to its
  // deployment. Otherwise, worlds that nobody changes would change.
  if (first !== undefined && first.id !== created.id) world.begin(revisions, first, assumptions)
  world.begin(revisions, created, assumptions, { speed })
  // It is idle from now on.
  if (deployment.is_preview === true) world.begin(deployments, deployment, assumptions)
}

/** Whether a rollout waits before its first work. */
function isWaiting(status: string): boolean {
  return stateOf(status as RevisionStatus).does === 'waits'
}

// The commit that a branch or a tag refers to. It stays the same, because nobody pushes but people (`pull-requests.ts`).
function findCommit(
  { baseline: { context } }: World,
  { source_config: { repo_url }, source_revision_config: latest }: Built,
  { repo_ref = latest.repo_ref }: NonNullable<RevisionStart['source_revision_config']> = {},
) {
  if (latest.repo_commit_sha !== null && repo_ref === latest.repo_ref) return {}
  if (repo_ref != null && isCommit(repo_ref)) return { repo_commit_sha: repo_ref }
  return { repo_commit_sha: context.fake(context.open(`commit/${repo_url}`, 0, String(repo_ref))).git.commitSha() }
}

const firstOutcomes: Readonly<Record<Assumptions['statusTransitions'], RevisionOutcome>> = {
  awaiting: 'succeeds',
  instant: 'succeeds',
  stuck: 'createHangs',
  fails: 'createFails',
}

function readAgain(world: World, revision: RevisionRecord): RevisionRecord {
  return world.database.of(revisions).get(revision.id) ?? revision
}
