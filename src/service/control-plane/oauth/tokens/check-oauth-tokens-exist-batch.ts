// For each of several providers, whether a user has a token.

import * as z from 'zod'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { object } from '../../../../engine/define/operation/responses.ts'
import { oauthTokenStatusBatchRequest } from '../bodies.ts'
import { tokenStatusSchema } from './token-status.ts'
import { listUserTokens } from './tokens.ts'

const responseSchema = z.strictObject({
  statuses: z.record(z.string(), tokenStatusSchema).describe('The status of each requested provider, by its id.'),
})

/** Returns for each of several providers whether a user has a token. */
export const checkOAuthTokensExistBatch = defineOperation({
  name: 'checkOAuthTokensExistBatch',
  method: 'POST',
  template: '/v2/auth/tokens/exists/batch',
  summary: 'Returns for each of several providers whether a user has a token.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  body: oauthTokenStatusBatchRequest,
  responses: { 200: object('OAuthTokenStatusBatch', responseSchema) },
  example: () => ({ body: { provider_ids: ['google', 'github'] } }),
  run({ world }, { body: { provider_ids } }) {
    const owned = new Set(listUserTokens(world, null).map(({ provider_id }) => provider_id))
    return { statuses: Object.fromEntries(provider_ids.map((id) => [id, { has_token: owned.has(id) }])) }
  },
})
