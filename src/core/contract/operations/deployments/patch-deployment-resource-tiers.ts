// TODO patchDeploymentResourceTiers

import { deploymentResourceTiersPatchRequest } from '../../bodies/deployments.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const patchDeploymentResourceTiers = defineOperation({
  name: 'patchDeploymentResourceTiers',
  method: 'PATCH',
  template: whenUpstream('/v2/deployments/{deployment_id}/resource-tiers'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    deployment_id: { in: 'path', kind: 'uuid', description: 'TODO' },
  },
  body: deploymentResourceTiersPatchRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'patchDeploymentResourceTiers is not simulated yet.' })
  },
})
