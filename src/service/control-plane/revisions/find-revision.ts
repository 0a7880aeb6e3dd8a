// Finds the revision that a path names.

import { refuse } from '../../../engine/define/operation/failure.ts'
import type { Example } from '../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../engine/define/operation/refusal.ts'
import type { Collections } from '../../../engine/world/collections.ts'
import type { World } from '../../../engine/world/world.ts'
import type { DeploymentRecord } from '../../resources/deployments/deployment.ts'
import type { RevisionRecord } from '../../resources/revisions/revision.ts'
import { findRevision } from '../../rollouts/rollout.ts'
import { deploymentId, findDeployment, unknownDeployment } from '../deployments/find-deployment.ts'

/** The parameters in the paths of a revision. */
export const revisionPath = {
  deployment_id: deploymentId,
  revision_id: { in: 'path', kind: 'uuid', description: 'The id of the revision.' },
} as const

/** The refusal of an unknown revision. */
export const unknownRevision = defineRefusal({
  name: 'unknown revision',
  status: 404,
  text: (id: string) => `Revision ID ${id} not found.`,
})

/** What `findPathRevision` rejects. */
export const refusalsOfPath = [unknownDeployment, unknownRevision]

/** A revision and its deployment. */
export interface FoundRevision {
  readonly deployment: DeploymentRecord
  readonly revision: RevisionRecord
}

/** Finds a revision and its deployment. @throws ServiceError if either does not exist */
export function findPathRevision(
  world: World,
  { deployment_id, revision_id }: { readonly deployment_id: string; readonly revision_id: string },
): FoundRevision {
  const deployment = findDeployment(world, deployment_id)
  const revision = findRevision(world, deployment, revision_id) ?? refuse(unknownRevision, revision_id)
  return { deployment, revision }
}

/** Returns the path of the latest revision of a world, for a request to try. */
export function findRevisionExample({ deployments, revisions }: Collections): Example {
  const deployment = deployments.list({ offset: 0, limit: 20 }).find(({ latest_revision_id }) => {
    return latest_revision_id !== null && revisions.get(latest_revision_id) !== undefined
  })
  if (deployment === undefined) return { missing: 'This world has no revision.' }
  return { path: { deployment_id: deployment.id, revision_id: String(deployment.latest_revision_id) } }
}
