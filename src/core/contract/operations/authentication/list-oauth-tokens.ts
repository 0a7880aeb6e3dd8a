// TODO listOAuthTokens

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listOAuthTokens = defineOperation({
  name: 'listOAuthTokens',
  method: 'GET',
  template: whenUpstream('/v2/auth/tokens'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'query', kind: 'text', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listOAuthTokens is not simulated yet.' })
  },
})
