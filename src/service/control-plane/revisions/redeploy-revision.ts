// Rolls out a revision again.

import { ServiceError } from '../../../engine/define/failure.ts'
import { defineOperation } from '../../../engine/define/operation.ts'
import { record } from '../../../engine/define/responses.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { hasEnded } from '../../resources/revisions/revision.ts'
import * as rollout from '../../rollouts/rollout.ts'
import { findDeployment } from '../deployments/find-deployment.ts'
import { whenUpstream } from '../when-upstream.ts'
import { findPathRevision, findRevisionExample, revisionPath, UNKNOWN_REVISION } from './find-revision.ts'

/** Rolls out a revision again, for example to return to an older one. */
export const redeployRevision = defineOperation({
  name: 'redeployRevision',
  method: 'POST',
  template: whenUpstream('/v2/deployments/{deployment_id}/revisions/{revision_id}/redeploy'),
  summary: 'Rolls out a revision again, as a new revision.',
  addedBy: 'operations',
  parameters: revisionPath,
  responses: { 200: record(deployments) },
  refusals: () => ({ ...UNKNOWN_REVISION, 'rollout in progress': 400 }),
  example: findRevisionExample,
  run({ assumptions, world, hints: { rollout: outcome } }, { values }) {
    const { deployment, revision } = findPathRevision(world, values)
    if (!hasEnded(revision.status)) {
      const detail = `Revision ID ${revision.id} cannot be redeployed while its status is ${revision.status}.`
      throw new ServiceError({ status: 400, detail })
    }
    rollout.redeployRevision(world, deployment, revision, { outcome }, assumptions)
    return findDeployment(world, deployment.id)
  },
})
