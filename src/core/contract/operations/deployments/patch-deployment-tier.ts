// Changes the size of a deployment.

import { deployments } from '../../../resources/deployments/deployments.ts'
import { deploymentTierPatchRequest } from '../../bodies/deployments.ts'
import { ServiceError } from '../../errors.ts'
import { record } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'
import { deploymentId, findDeployment, UNKNOWN_DEPLOYMENT } from './find-deployment.ts'

/** Changes the size of a deployment and of its database. It starts no revision. */
export const patchDeploymentTier = defineOperation({
  name: 'patchDeploymentTier',
  method: 'PATCH',
  template: whenUpstream('/v2/deployments/{deployment_id}/deployment-tier'),
  summary: 'Changes the size of a deployment and of its database.',
  addedBy: 'operations',
  parameters: { deployment_id: deploymentId },
  body: deploymentTierPatchRequest,
  responses: { 200: record(deployments) },
  refusals: () => ({ ...UNKNOWN_DEPLOYMENT, 'no size': 400 }),
  example({ deployments: { all } }) {
    const [deployment] = all({ offset: 0, limit: 1 })
    if (deployment === undefined) return { missing: 'No deployment to resize: this world has none.' }
    return { path: { deployment_id: deployment.id }, body: { deployment_tier: 'DEDICATED_L' } }
  },
  run({ world }, { values: { deployment_id }, body: { deployment_tier } }) {
    const { id } = findDeployment(world, deployment_id)
    if (deployment_tier === null) throw new ServiceError({ status: 400, detail: "'deployment_tier' is required." })
    return world.collections.deployments.update(id, { deployment_tier, database_tier: deployment_tier })
  },
})
