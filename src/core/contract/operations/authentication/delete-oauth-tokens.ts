// TODO deleteOAuthTokens

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const deleteOAuthTokens = defineOperation({
  name: 'deleteOAuthTokens',
  method: 'DELETE',
  template: whenUpstream('/v2/auth/tokens'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'query', kind: 'text', description: 'TODO', isRequired: true },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'deleteOAuthTokens is not simulated yet.' })
  },
})
