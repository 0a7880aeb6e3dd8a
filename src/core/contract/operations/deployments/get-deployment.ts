// TODO getDeployment

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const getDeployment = defineOperation({
  name: 'getDeployment',
  method: 'GET',
  template: whenUpstream('/v2/deployments/{deployment_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    deployment_id: { in: 'path', kind: 'uuid', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'getDeployment is not simulated yet.' })
  },
})
