// Deletes the OAuth tokens of users for a provider.

import * as z from 'zod'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { object } from '../../../../engine/define/operation/responses.ts'
import { ownedBy, tryProviderOf } from './token-query.ts'
import { listUserTokens, removeToken } from './tokens.ts'

const responseSchema = z.strictObject({ message: z.string(), provider_id: z.string() })

/** Deletes the OAuth tokens of users for a provider. It does not matter whether there are any. */
export const deleteOAuthTokens = defineOperation({
  name: 'deleteOAuthTokens',
  method: 'DELETE',
  template: '/v2/auth/tokens',
  summary: 'Deletes the OAuth tokens of users for a provider.',
  addedBy: { operations: ['upstream'] },
  parameters: ownedBy,
  responses: { 200: object('OAuthTokensDeleted', responseSchema) },
  example: tryProviderOf,
  run({ world }, { values: { provider_id } }) {
    const found = listUserTokens(world, provider_id)
    for (const token of found) removeToken(world, token)
    const many = found.length === 1 ? '1 token' : `${found.length} tokens`
    return { message: `Deleted ${many} of provider '${provider_id}'`, provider_id }
  },
})
