// TODO checkOAuthTokensExistBatch

import { oauthTokenStatusBatchRequest } from '../../bodies/authentication.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const checkOAuthTokensExistBatch = defineOperation({
  name: 'checkOAuthTokensExistBatch',
  method: 'POST',
  template: whenUpstream('/v2/auth/tokens/exists/batch'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  body: oauthTokenStatusBatchRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'checkOAuthTokensExistBatch is not simulated yet.' })
  },
})
