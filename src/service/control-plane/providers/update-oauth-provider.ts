// Changes an OAuth provider.

import { providers } from '../../../resources/providers/providers.ts'
import { omitNulls } from '../../../schemas/schema-walk.ts'
import { oauthProviderUpdateRequest } from '../../bodies/oauth-providers.ts'
import { record } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'
import { providerId, readProvider, tryProvider, UNKNOWN_PROVIDER } from './find-provider.ts'

/** Changes an OAuth provider. Like in other changes of the service, a field that is null stays as it is. */
export const updateOAuthProvider = defineOperation({
  name: 'updateOAuthProvider',
  method: 'PATCH',
  template: whenUpstream('/v2/auth/providers/{provider_id}'),
  summary: 'Changes an OAuth provider.',
  addedBy: 'operations',
  parameters: { provider_id: providerId },
  body: oauthProviderUpdateRequest,
  responses: { 200: record(providers) },
  refusals: () => UNKNOWN_PROVIDER,
  example: (db) => tryProvider(db, { name: 'My provider' }),
  run({ world }, { values, body: { client_secret, ...given } }) {
    const { id } = readProvider(world, values.provider_id)
    return world.collections.providers.update(id, omitNulls(given))
  },
})
