// Changes a deployment.

import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { record } from '../../../../engine/define/operation/responses.ts'
import { deployments } from '../../../resources/deployments/deployments.ts'
import { deploymentPatchRequest } from '../bodies/deployments.ts'
import { wrongSource } from '../creation/source-rules.ts'
import { deploymentId, findDeployment, unknownDeployment } from '../find-deployment.ts'
import { changeDeployment } from './change-deployment.ts'

/** Changes a deployment. If its code, its secrets or its resources change, a revision starts. */
export const patchDeployment = defineOperation({
  name: 'patchDeployment',
  method: 'PATCH',
  template: '/v2/deployments/{deployment_id}',
  summary: 'Changes a deployment, and starts a revision if its code, its secrets or its resources change.',
  addedBy: { operations: ['upstream'] },
  takesHints: ['rollout'],
  parameters: { deployment_id: deploymentId },
  body: deploymentPatchRequest,
  responses: { 200: record(deployments) },
  refusals: [unknownDeployment, wrongSource],
  example({ deployments: { list } }) {
    const [deployment] = list({ offset: 0, limit: 1 })
    if (deployment === undefined) return { missing: 'No deployment to change: this world has none.' }
    return {
      path: { deployment_id: deployment.id },
      body: { secrets: [{ name: 'LOG_LEVEL', value: 'debug' }] },
    }
  },
  run(context, { values: { deployment_id }, body }) {
    return changeDeployment(context, findDeployment(context.world, deployment_id), body)
  },
})
