// TODO patchDeploymentTier

import { deploymentTierPatchRequest } from '../../bodies/deployments.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const patchDeploymentTier = defineOperation({
  name: 'patchDeploymentTier',
  method: 'PATCH',
  template: whenUpstream('/v2/deployments/{deployment_id}/deployment-tier'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    deployment_id: { in: 'path', kind: 'uuid', description: 'TODO' },
  },
  body: deploymentTierPatchRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'patchDeploymentTier is not simulated yet.' })
  },
})
