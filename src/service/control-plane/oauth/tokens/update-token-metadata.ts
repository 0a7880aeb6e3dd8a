// Changes the label of an OAuth token, or makes it the default one.

import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { record } from '../../../../engine/define/operation/responses.ts'
import { omitNulls } from '../../../../engine/input/schemas/schema-walk.ts'
import { tokens } from '../../../resources/tokens/tokens.ts'
import { oauthTokenUpdateRequest } from '../bodies.ts'
import { tokenId } from './token-query.ts'
import { clearOtherDefaults, readToken, unknownToken } from './tokens.ts'

/** Changes the label of an OAuth token, or makes it the default one. A field that is null stays as it is. */
export const updateTokenMetadata = defineOperation({
  name: 'updateTokenMetadata',
  method: 'PATCH',
  template: '/v2/auth/tokens/{token_id}/metadata',
  summary: 'Changes the label of an OAuth token, or makes it the default one.',
  addedBy: { operations: ['upstream'] },
  parameters: tokenId,
  body: oauthTokenUpdateRequest,
  responses: { 200: record(tokens) },
  refusals: [unknownToken],
  example({ tokens: { list } }) {
    const [token] = list({ offset: 0, limit: 1 })
    if (token === undefined) return { missing: 'No token to change: this world has none.' }
    return { path: { token_id: token.id }, body: { provider_account_label: 'me@example.com' } }
  },
  run({ world }, { values, body }) {
    const { id } = readToken(world, values.token_id)
    const updated = world.collections.tokens.update(id, omitNulls(body))
    if (updated.is_default) clearOtherDefaults(world, updated)
    return updated
  },
})
