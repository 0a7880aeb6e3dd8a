// TODO interruptRevision

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const interruptRevision = defineOperation({
  name: 'interruptRevision',
  method: 'POST',
  template: whenUpstream('/v2/deployments/{deployment_id}/revisions/{revision_id}/interruption'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    deployment_id: { in: 'path', kind: 'uuid', description: 'TODO' },
    revision_id: { in: 'path', kind: 'uuid', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'interruptRevision is not simulated yet.' })
  },
})
