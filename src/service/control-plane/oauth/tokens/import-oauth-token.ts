// Adds a token that a client has obtained itself.

import * as z from 'zod'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { object } from '../../../../engine/define/operation/responses.ts'
import { readProvider, unknownProvider } from '../../providers/find-provider.ts'
import { oauthTokenImportRequest } from '../bodies.ts'
import { addToken, findUser } from './tokens.ts'

/** Adds a token that a client has obtained itself. The response contains its id, but no secret. */
export const importOAuthToken = defineOperation({
  name: 'importOAuthToken',
  method: 'POST',
  template: '/v2/auth/tokens/import',
  summary: 'Adds a token that a client has obtained itself.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  body: oauthTokenImportRequest,
  responses: { 200: object('OAuthTokenImported', z.strictObject({ token_id: z.string() })) },
  refusals: [unknownProvider],
  example({ providers: { list } }) {
    const [provider] = list({ offset: 0, limit: 1 })
    if (provider === undefined) return { missing: 'No provider to import a token for: this world has none.' }
    return { body: { provider_id: provider.provider_id, access_token: 'my-token', expires_in_seconds: 3600 } }
  },
  run({ world }, { body }) {
    readProvider(world, body.provider_id)
    return { token_id: addToken(world, { ...body, user_id: findUser(world, null) }).id }
  },
})
