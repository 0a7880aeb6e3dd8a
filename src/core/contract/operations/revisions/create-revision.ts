// TODO createRevision

import { revisionCreateRequest } from '../../bodies/deployments.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const createRevision = defineOperation({
  name: 'createRevision',
  method: 'POST',
  template: whenUpstream('/v2/deployments/{deployment_id}/revisions'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    deployment_id: { in: 'path', kind: 'uuid', description: 'TODO' },
  },
  body: revisionCreateRequest,
  responses: { 201: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'createRevision is not simulated yet.' })
  },
})
