// Whether a user has a token for a provider.

import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { object } from '../../../../engine/define/operation/responses.ts'
import { ownedBy, tryProviderOf } from './token-query.ts'
import { tokenStatusSchema } from './token-status.ts'
import { listUserTokens } from './tokens.ts'

/** Returns whether a user has a token for a provider, expired or not. */
export const checkOAuthTokenExists = defineOperation({
  name: 'checkOAuthTokenExists',
  method: 'GET',
  template: '/v2/auth/tokens/exists',
  summary: 'Returns whether a user has a token for a provider.',
  addedBy: { operations: ['upstream'] },
  parameters: ownedBy,
  responses: { 200: object('OAuthTokenStatus', tokenStatusSchema) },
  example: tryProviderOf,
  run: ({ world }, { values }) => ({ has_token: listUserTokens(world, values.provider_id).length > 0 }),
})
