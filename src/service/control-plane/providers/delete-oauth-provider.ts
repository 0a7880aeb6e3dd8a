// Deletes an OAuth provider.

import * as z from 'zod'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { object } from '../../../engine/define/operation/responses.ts'
import { listTokens, removeToken } from '../oauth/tokens/tokens.ts'
import { providerId, readProvider, tryProvider, unknownProvider } from './find-provider.ts'

/** Deletes an OAuth provider with all of its tokens. */
export const deleteOAuthProvider = defineOperation({
  name: 'deleteOAuthProvider',
  method: 'DELETE',
  template: '/v2/auth/providers/{provider_id}',
  summary: 'Deletes an OAuth provider with all of its tokens.',
  addedBy: { operations: ['upstream'] },
  parameters: { provider_id: providerId },
  // The real service does not respond 204: clients read the message.
  responses: { 200: object('OAuthProviderDeleted', z.strictObject({ message: z.string() })) },
  refusals: [unknownProvider],
  example: (db) => tryProvider(db),
  run({ world }, { values: { provider_id } }) {
    const { id } = readProvider(world, provider_id)
    for (const token of listTokens(world, { provider_id })) removeToken(world, token)
    world.collections.providers.delete(id)
    return { message: `OAuth provider '${provider_id}' deleted successfully` }
  },
})
