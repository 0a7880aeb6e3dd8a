// Changes the size of a deployment.

import { refuse } from '../../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../../engine/define/operation/refusal.ts'
import { record } from '../../../../engine/define/operation/responses.ts'
import { deployments } from '../../../resources/deployments/deployments.ts'
import { deploymentTierPatchRequest } from '../bodies/deployments.ts'
import { deploymentId, findDeployment } from '../find-deployment.ts'
import { findResizeExample, refusalsOfResizing, resizeDeployment } from './resize-deployment.ts'

const noSize = defineRefusal({ name: 'no size', status: 400, text: "'deployment_tier' is required." })

/** Changes the size of a deployment and of its database, and starts a revision. */
export const patchDeploymentTier = defineOperation({
  name: 'patchDeploymentTier',
  method: 'PATCH',
  template: '/v2/deployments/{deployment_id}/deployment-tier',
  summary: 'Changes the size of a deployment and of its database, and starts a revision.',
  addedBy: { operations: ['upstream'] },
  takesHints: ['rollout'],
  parameters: { deployment_id: deploymentId },
  body: deploymentTierPatchRequest,
  responses: { 200: record(deployments) },
  refusals: [noSize, ...refusalsOfResizing],
  example: ({ deployments }) => findResizeExample(deployments, (deployment_tier) => ({ deployment_tier })),
  run(context, { values: { deployment_id }, body: { deployment_tier } }) {
    const deployment = findDeployment(context.world, deployment_id)
    if (deployment_tier === null) refuse(noSize)
    return resizeDeployment(context, deployment, { deployment_tier, database_tier: deployment_tier })
  },
})
