import type { OperationContext } from '../../operation.ts'
import type { DeploymentRecord } from '../../resources/deployments/deployment.ts'
import { hasEnded, type RevisionRecord } from '../../resources/deployments/revision.ts'
import { type RevisionStart, startRevision } from '../../rollouts/rollout.ts'
import { hasCode } from './source-rules.ts'

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
  if (hasEnded(revision.status)) return revision
  world.change('revisions', [revision.id], { status: 'SKIPPED' })
  return world.collections.revisions.get(revision.id) ?? revision
}
