// Creates an OAuth provider.

import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { providers } from '../../resources/providers/providers.ts'
import { oauthProviderCreateRequest } from './bodies.ts'
import { assertFreeProviderId, takenProviderId } from './provider-ids.ts'

/** Creates an OAuth provider. Its client secret is not stored, because nothing in the simulator uses it. */
export const createOAuthProvider = defineOperation({
  name: 'createOAuthProvider',
  method: 'POST',
  template: '/v2/auth/providers',
  summary: 'Creates an OAuth provider.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  body: oauthProviderCreateRequest,
  // The real service does not respond 201, and clients reject it.
  responses: { 200: record(providers) },
  refusals: [takenProviderId],
  example: () => ({
    body: {
      provider_id: 'my-provider',
      name: 'My provider',
      client_id: 'my-client',
      client_secret: 'my-secret',
      auth_url: 'https://sso.example.com/authorize',
      token_url: 'https://sso.example.com/token',
    },
  }),
  run({ world }, { body: { client_secret, ...fields } }) {
    assertFreeProviderId(fields.provider_id, world)
    return world.collections.providers.create({ ...fields, mcp_server_url: null, is_dynamic_client: false })
  },
})
