// Returns a deployment.

import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { findDeleted } from '../../rollouts/rollout.ts'
import { deploymentId, unknownDeployment } from './find-deployment.ts'

/** Returns a deployment, also one that is being deleted. */
export const getDeployment = defineOperation({
  name: 'getDeployment',
  method: 'GET',
  template: '/v2/deployments/{deployment_id}',
  summary: 'Returns a deployment, also for some time after it was deleted.',
  addedBy: { operations: ['upstream'] },
  parameters: { deployment_id: deploymentId },
  responses: { 200: record(deployments) },
  refusals: [unknownDeployment],
  run({ world }, { values: { deployment_id: id } }) {
    return world.database.of(deployments).get(id) ?? findDeleted(world, id) ?? refuse(unknownDeployment, id)
  },
})
