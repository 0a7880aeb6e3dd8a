import { regions } from '../../../fixtures/deployments.ts'
import type { FactoryContext } from '../../engine/define/factory/context.ts'
import type { Consequence, Lifecycle, Scene } from '../../engine/define/resource/lifecycle.ts'
import type { Fields } from '../../engine/define/resource/resource.ts'
import { hasEnded, isWaiting, type RevisionRecord } from '../resources/revisions/revision.ts'
import { drawStay, listStates } from './rollout-path.ts'

/**
 * How a revision is rolled out. The oldest one of a deployment that has not ended is rolled out, and the
 * others wait in QUEUED.
 */
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

// The revision that is or will be rolled out before all others.
function findFirst({ deployment_id }: RevisionRecord, scene: Scene): Fields | undefined {
  return scene.find('revisions', { deployment_id }).find(({ status }) => !hasEnded(String(status)))
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
  if (deployment.status !== 'AWAITING_DATABASE' || isWaiting(status)) return {}
  if (status === 'CREATE_FAILED') return statusTo('UNKNOWN')
  return status === 'SKIPPED' || status === 'INTERRUPTED' ? {} : statusTo('READY')
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
