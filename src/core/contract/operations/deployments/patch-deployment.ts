// TODO patchDeployment

import { deploymentPatchRequest } from '../../bodies/deployments.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const patchDeployment = defineOperation({
  name: 'patchDeployment',
  method: 'PATCH',
  template: whenUpstream('/v2/deployments/{deployment_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    deployment_id: { in: 'path', kind: 'uuid', description: 'TODO' },
  },
  body: deploymentPatchRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'patchDeployment is not simulated yet.' })
  },
})
