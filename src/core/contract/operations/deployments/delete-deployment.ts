// TODO deleteDeployment

import { nothing } from '../../../http/operation.ts'
import { ServiceError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const deleteDeployment = defineOperation({
  name: 'deleteDeployment',
  method: 'DELETE',
  template: whenUpstream('/v2/deployments/{deployment_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    deployment_id: { in: 'path', kind: 'uuid', description: 'TODO' },
    delete_tracing_project: { in: 'query', kind: 'boolean', description: 'TODO', fallback: false },
    force: { in: 'query', kind: 'boolean', description: 'TODO', fallback: false },
  },
  responses: { 204: nothing },
  run() {
    throw new ServiceError({ status: 501, detail: 'deleteDeployment is not simulated yet.' })
  },
})
