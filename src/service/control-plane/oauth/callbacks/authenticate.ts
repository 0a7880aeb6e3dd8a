// Returns the token of a user, or starts an authentication.

import * as z from 'zod'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { object } from '../../../../engine/define/operation/responses.ts'
import { unknownProvider } from '../../providers/find-provider.ts'
import { authAuthenticateRequest } from '../bodies.ts'
import { chooseToken } from '../tokens/choose-token.ts'
import { findUser, unknownToken } from '../tokens/tokens.ts'
import { findProviderOf } from './find-provider-of.ts'
import { beginAuthentication } from './flow.ts'

const responseSchema = z.strictObject({
  status: z.enum(['completed', 'pending', 'connection_required', 'token_expired']),
  url: z.string().nullable().describe('Where the user continues.'),
  auth_id: z.string().nullable().describe('The id to wait for.'),
  token: z.string().nullable().describe('The access token.'),
  user_id: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
})

const NOTHING_STARTED = { url: null, auth_id: null, token: null, metadata: null }

/**
 * Returns the access token of a user for a provider and scopes, if there is one. Otherwise it starts an
 * authentication, which the user continues at a URL.
 */
export const authenticate = defineOperation({
  name: 'authenticate',
  method: 'POST',
  template: '/v2/auth/authenticate',
  summary: 'Returns the token of a user, or starts an authentication.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  body: authAuthenticateRequest,
  responses: { 200: object('AuthAuthenticateResponse', responseSchema) },
  refusals: [unknownProvider, unknownToken],
  example({ providers: { list } }) {
    const [provider] = list({ offset: 0, limit: 1 })
    if (provider === undefined) return { missing: 'No provider to authenticate with: this world has none.' }
    return { body: { provider: provider.provider_id, scopes: ['email'], user_id: 'my-user' } }
  },
  run({ assumptions, world }, { body, findOrigin }) {
    const provider = findProviderOf(world, body)
    const user_id = findUser(world, body.user_id ?? body.ls_user_id)
    const chosen = chooseToken(world, { ...body, user_id })
    if (chosen.status === 'completed') {
      const { access_token, metadata } = chosen.token
      return { ...NOTHING_STARTED, status: 'completed' as const, token: access_token, user_id, metadata }
    }
    if (chosen.status === 'connection_required') return { ...NOTHING_STARTED, status: chosen.status, user_id }
    const fields = {
      user_id,
      agent_id: body.agent_id,
      scopes: [...body.scopes],
      is_default: body.is_default,
      token_id: chosen.tokenId,
    }
    const started = beginAuthentication(world, provider, { fields, origin: findOrigin(), assumptions })
    return { ...NOTHING_STARTED, status: chosen.status, ...started, user_id }
  },
})
