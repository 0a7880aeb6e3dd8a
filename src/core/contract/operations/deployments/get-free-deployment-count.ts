// TODO getFreeDeploymentCount

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const getFreeDeploymentCount = defineOperation({
  name: 'getFreeDeploymentCount',
  method: 'GET',
  template: whenUpstream('/v2/deployments/free-count'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'getFreeDeploymentCount is not simulated yet.' })
  },
})
