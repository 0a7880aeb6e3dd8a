// TODO deleteOAuthToken

import { nothing } from '../../../http/operation.ts'
import { ServiceError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const deleteOAuthToken = defineOperation({
  name: 'deleteOAuthToken',
  method: 'DELETE',
  template: whenUpstream('/v2/auth/tokens/{token_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    token_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  responses: { 204: nothing },
  run() {
    throw new ServiceError({ status: 501, detail: 'deleteOAuthToken is not simulated yet.' })
  },
})
