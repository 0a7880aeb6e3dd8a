// Changes the sizes of a deployment and of its database.

import { refuse } from '../../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../../engine/define/operation/refusal.ts'
import { record } from '../../../../engine/define/operation/responses.ts'
import { deployments } from '../../../resources/deployments/deployments.ts'
import { deploymentResourceTiersPatchRequest } from '../bodies/deployments.ts'
import { deploymentId, findDeployment } from '../find-deployment.ts'
import { findResizeExample, refusalsOfResizing, resizeDeployment } from './resize-deployment.ts'

const noSize = defineRefusal({
  name: 'no size',
  status: 400,
  text: "At least one of 'compute_tier' and 'database_tier' is required.",
})

/** Changes the size of a deployment, that of its database, or both, and starts a revision. */
export const patchDeploymentResourceTiers = defineOperation({
  name: 'patchDeploymentResourceTiers',
  method: 'PATCH',
  template: '/v2/deployments/{deployment_id}/resource-tiers',
  summary: 'Changes the size of a deployment, that of its database, or both, and starts a revision.',
  addedBy: { operations: ['upstream'] },
  takesHints: ['rollout'],
  parameters: { deployment_id: deploymentId },
  body: deploymentResourceTiersPatchRequest,
  responses: { 200: record(deployments) },
  refusals: [noSize, ...refusalsOfResizing],
  example: ({ deployments }) => findResizeExample(deployments, (compute_tier) => ({ compute_tier })),
  run(context, { values: { deployment_id }, body: { compute_tier, database_tier } }) {
    const deployment = findDeployment(context.world, deployment_id)
    if (compute_tier === null && database_tier === null) refuse(noSize)
    return resizeDeployment(context, deployment, { deployment_tier: compute_tier, database_tier })
  },
})
