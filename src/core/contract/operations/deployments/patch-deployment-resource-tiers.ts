// Changes the sizes of a deployment and of its database.

import { deployments } from '../../../resources/deployments/deployments.ts'
import { deploymentResourceTiersPatchRequest } from '../../bodies/deployments.ts'
import { ServiceError } from '../../errors.ts'
import { record } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'
import { deploymentId, findDeployment, UNKNOWN_DEPLOYMENT } from './find-deployment.ts'

/** Changes the size of a deployment, that of its database, or both. It starts no revision. */
export const patchDeploymentResourceTiers = defineOperation({
  name: 'patchDeploymentResourceTiers',
  method: 'PATCH',
  template: whenUpstream('/v2/deployments/{deployment_id}/resource-tiers'),
  summary: 'Changes the size of a deployment, that of its database, or both.',
  addedBy: 'operations',
  parameters: { deployment_id: deploymentId },
  body: deploymentResourceTiersPatchRequest,
  responses: { 200: record(deployments) },
  refusals: () => ({ ...UNKNOWN_DEPLOYMENT, 'no size': 400 }),
  example({ deployments: { all } }) {
    const [deployment] = all({ offset: 0, limit: 1 })
    if (deployment === undefined) return { missing: 'No deployment to resize: this world has none.' }
    return { path: { deployment_id: deployment.id }, body: { compute_tier: 'DEDICATED_L' } }
  },
  run({ world }, { values: { deployment_id }, body: { compute_tier, database_tier } }) {
    const { id } = findDeployment(world, deployment_id)
    if (compute_tier === null && database_tier === null) {
      const detail = "At least one of 'compute_tier' and 'database_tier' is required."
      throw new ServiceError({ status: 400, detail })
    }
    return world.collections.deployments.update(id, {
      ...(compute_tier === null ? {} : { deployment_tier: compute_tier }),
      ...(database_tier === null ? {} : { database_tier }),
    })
  },
})
