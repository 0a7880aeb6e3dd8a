// Deletes an OAuth token.

import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { nothing } from '../../../../engine/http/operation-declaration.ts'
import { tokenId } from './token-query.ts'
import { readToken, removeToken, unknownToken } from './tokens.ts'

/** Deletes an OAuth token, and the connections of agents to it. */
export const deleteOAuthToken = defineOperation({
  name: 'deleteOAuthToken',
  method: 'DELETE',
  template: '/v2/auth/tokens/{token_id}',
  summary: 'Deletes an OAuth token, and the connections of agents to it.',
  addedBy: { operations: ['upstream'] },
  parameters: tokenId,
  responses: { 204: nothing },
  refusals: [unknownToken],
  run: ({ world }, { values }) => removeToken(world, readToken(world, values.token_id)),
})
