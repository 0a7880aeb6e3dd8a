// Returns a deployment.

import { deployments } from '../../../resources/deployments/deployments.ts'
import { record } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'
import { deploymentId, findDeployment, UNKNOWN_DEPLOYMENT } from './find-deployment.ts'

/** Returns a deployment. */
export const getDeployment = defineOperation({
  name: 'getDeployment',
  method: 'GET',
  template: whenUpstream('/v2/deployments/{deployment_id}'),
  summary: 'Returns a deployment.',
  addedBy: 'operations',
  parameters: { deployment_id: deploymentId },
  responses: { 200: record(deployments) },
  refusals: () => UNKNOWN_DEPLOYMENT,
  run: ({ world }, { values: { deployment_id } }) => findDeployment(world, deployment_id),
})
