import type { OperationContext, World } from '../../operation.ts'
import type { DeploymentRecord, NewDeployment } from '../../resources/deployments/deployment.ts'
import { hasEnded, type RevisionRecord } from '../../resources/deployments/revision.ts'
import { createWithRevision, type RevisionStart, startRevision } from '../../rollouts/rollout.ts'
import { hasCode, writeOrRefuse } from './source-rules.ts'

/**
 * Starts to roll out a revision. The command line creates a deployment before it uploads code or pushes
 * an image. The revision of such a deployment has nothing to build, and is skipped at once.
 */
export function startOrSkip(
  { world, assumptions, hints: { rollout: outcome } }: OperationContext,
  deployment: DeploymentRecord,
  start: RevisionStart = {},
): RevisionRecord {
  const { source = deployment.source, source_revision_config } = start
  if (hasCode(source, { ...deployment.source_revision_config, ...source_revision_config })) {
    return startRevision(world, deployment, { ...start, outcome }, assumptions)
  }
  // If rollouts take no time, it must not be deployed before it is skipped.
  const revision = startRevision(world, deployment, { ...start, outcome: 'skipped' }, assumptions)
  return skip(world, revision.id) ?? revision
}

/** Creates a deployment, and starts its first revision likewise. @throws ServiceError */
export function createAndStart(
  { world, assumptions, hints }: OperationContext,
  deployment: NewDeployment,
): DeploymentRecord {
  const isBuilt = hasCode(deployment.source, deployment.source_revision_config)
  const outcome = isBuilt ? hints.rollout : 'skipped'
  const created = writeOrRefuse(() => createWithRevision(world, deployment, outcome, assumptions))
  if (!isBuilt) skip(world, String(created.latest_revision_id))
  return world.collections.deployments.get(created.id) ?? created
}

function skip(world: World, id: string): RevisionRecord | undefined {
  const { get } = world.collections.revisions
  const isOver = hasEnded((get(id) as RevisionRecord).status)
  if (!isOver) world.change('revisions', [id], { status: 'SKIPPED' })
  return get(id)
}
