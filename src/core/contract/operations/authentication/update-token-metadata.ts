// TODO updateTokenMetadata

import { oauthTokenUpdateRequest } from '../../bodies/authentication.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const updateTokenMetadata = defineOperation({
  name: 'updateTokenMetadata',
  method: 'PATCH',
  template: whenUpstream('/v2/auth/tokens/{token_id}/metadata'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    token_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  body: oauthTokenUpdateRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'updateTokenMetadata is not simulated yet.' })
  },
})
