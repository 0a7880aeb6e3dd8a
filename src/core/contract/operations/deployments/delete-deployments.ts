// TODO deleteDeployments

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const deleteDeployments = defineOperation({
  name: 'deleteDeployments',
  method: 'DELETE',
  template: whenUpstream('/v2/deployments'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    deployment_ids: { in: 'query', kind: 'uuidList', description: 'TODO', most: 100, isRequired: true },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'deleteDeployments is not simulated yet.' })
  },
})
