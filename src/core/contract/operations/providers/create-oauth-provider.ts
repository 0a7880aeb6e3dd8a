// TODO createOAuthProvider

import { oauthProviderCreateRequest } from '../../bodies/oauth-providers.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const createOAuthProvider = defineOperation({
  name: 'createOAuthProvider',
  method: 'POST',
  template: whenUpstream('/v2/auth/providers'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  body: oauthProviderCreateRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'createOAuthProvider is not simulated yet.' })
  },
})
