// The states of a rollout, how long each one takes, and what follows on it.

import { regions } from '../../../../fixtures/deployments.ts'
import type { Consequence } from '../../../engine/define/resource/resource.ts'
import type { Fields } from '../../../engine/input/schemas/schema-walk.ts'
import { compareTimestamps } from '../../../engine/input/schemas/timestamp.ts'
import type { FactoryContext, Lifecycle, Scene } from '../building.ts'
import {
  type Circumstances,
  endingOf,
  hasEnded,
  REVISION_STATUSES,
  type RevisionOutcome,
  type RevisionRecord,
  type RevisionStatus,
  stateOf,
} from './revision.ts'

export type RolloutTraits = Pick<RevisionRecord, 'id' | 'source' | 'outcome'>

const WORK = REVISION_STATUSES.filter((status) => !hasEnded(status))

/** Lists the states of a rollout in their order. The last one is its end, or where it stops. */
export function listStates(source: RevisionRecord['source'], outcome: RevisionOutcome): readonly RevisionStatus[] {
  const isImage = isOfImage(source)
  const all = WORK.filter((status) => !isImage || stateOf(status).does !== 'builds')
  const { during, to } = endingOf(outcome)
  // An image is not built, so whatever would happen to its build happens to its deployment.
  const last = isImage && during === 'BUILDING' ? 'DEPLOYING' : during
  const end = isImage && to === 'BUILD_FAILED' ? 'DEPLOY_FAILED' : to
  const before = last === undefined ? all : all.slice(0, all.indexOf(last) + 1)
  return [...before, ...(end === undefined ? [] : [end])]
}

/** Whether a revision runs an image, so that nothing is built. */
export function isOfImage(source: string): boolean {
  return source === 'external_docker' || source === 'internal_docker'
}

/** After this many seconds, the real service gives up on a deployment that is not ready. */
const SECONDS_TO_BE_READY = 300

/** Returns how many milliseconds a rollout stays in a state. */
export function drawStay(
  context: FactoryContext,
  revision: RolloutTraits,
  status: RevisionStatus,
  circumstances: Circumstances,
): number {
  const isReadyTooLate = status === 'DEPLOYING' && revision.outcome === 'deployFails'
  const [least, most] = isReadyTooLate
    ? [SECONDS_TO_BE_READY, SECONDS_TO_BE_READY]
    : (stateOf(status).stays?.({ ...circumstances, isImage: isOfImage(revision.source) }) ?? [0, 0])
  return context.open(`revision/${revision.id}`, 0, status).integer(least * 1000, most * 1000)
}

/** How a revision is rolled out: the oldest one that has not ended, while the others wait in QUEUED. */
export const revisionLifecycle: Lifecycle<RevisionRecord> = {
  field: 'status',
  next(revision, scene) {
    const states = listStates(revision.source, revision.outcome)
    const to = states[states.indexOf(revision.status) + 1]
    const deployment = scene.get('deployments', revision.deployment_id)
    if (to === undefined || !states.includes(revision.status) || deployment === undefined) return undefined
    if (revision.status === 'QUEUED' && findFirst(revision, scene)?.id !== revision.id) return undefined
    const circumstances = {
      hasDatabase: deployment.status !== 'AWAITING_DATABASE',
      hasRun: deployment.active_revision_id !== null,
    }
    return { to, after: drawStay(scene.context, revision, revision.status, circumstances) }
  },
  enter: (status, { history }, at) => ({
    history: [...history, { status: status as RevisionRecord['status'], at }],
  }),
  cause(revision, scene) {
    const deployment = scene.get('deployments', revision.deployment_id)
    if (deployment === undefined) return []
    const set = findDeploymentChanges(revision, deployment, scene.context)
    return [
      ...(Object.keys(set).length === 0 ? [] : [{ resource: 'deployments' as const, id: revision.deployment_id, set }]),
      ...(hasEnded(revision.status) ? listNext(revision, scene) : []),
    ]
  },
}

// Of two with the same time, the one that has got further is the older one.
const UNFINISHED = WORK.toReversed()

/**
 * Finds the revisions of a deployment that have not ended, the oldest first.
 *
 * @param find finds revisions by values, with an index, because few of thousands have not ended
 */
export function findUnfinished<Found extends Fields>(
  deployment_id: string,
  find: (where: { readonly deployment_id: string; readonly status: string }) => readonly Found[],
): readonly Found[] {
  const found = UNFINISHED.flatMap((status) => find({ deployment_id, status }))
  if (found.length < 2) return found
  return found.sort((one, other) => compareTimestamps(String(one.created_at), String(other.created_at)))
}

// The revision that is or will be rolled out before all others.
function findFirst({ deployment_id }: RevisionRecord, scene: Scene): Fields | undefined {
  return findUnfinished(deployment_id, (where) => scene.find('revisions', where))[0]
}

function listNext(revision: RevisionRecord, scene: Scene): Consequence[] {
  const first = findFirst(revision, scene)
  return first === undefined ? [] : [{ resource: 'revisions', id: String(first.id), continues: true }]
}

// A revision that fails leaves the one before active. The first rollout creates the database.
function findDeploymentChanges({ id, status }: RevisionRecord, deployment: Fields, context: FactoryContext): Fields {
  const statusTo = (target: string): Fields =>
    context.statuses.includes(target) && deployment.status !== target ? { status: target } : {}
  if (status === 'DEPLOYED') {
    return { active_revision_id: id, ...statusTo('READY'), ...findUrl(deployment, context) }
  }
  const { database } = stateOf(status)
  if (deployment.status !== 'AWAITING_DATABASE' || database === 'awaited') return {}
  return statusTo(database === 'failed' ? 'UNKNOWN' : 'READY')
}

// Deployments on machines of a customer have no public URL.
function findUrl({ id, name, agent_id, remote_reconciled, source_config }: Fields, context: FactoryContext): Fields {
  const { custom_url } = source_config as Fields
  if (custom_url !== null || remote_reconciled === true) return {}
  const draw = context.open(`deployment/${id}`, 0, 'custom_url')
  // As in the real service, the digits are those of a UUID of version 5.
  const digits = draw
    .uuid()
    .replaceAll('-', '')
    .replace(/^(.{12})4/, '$15')
  return {
    source_config: { custom_url: `https://${name ?? agent_id}-${digits}.${draw.pick(regions)}.deployments.example` },
  }
}
