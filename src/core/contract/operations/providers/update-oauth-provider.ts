// TODO updateOAuthProvider

import { oauthProviderUpdateRequest } from '../../bodies/oauth-providers.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const updateOAuthProvider = defineOperation({
  name: 'updateOAuthProvider',
  method: 'PATCH',
  template: whenUpstream('/v2/auth/providers/{provider_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  body: oauthProviderUpdateRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'updateOAuthProvider is not simulated yet.' })
  },
})
