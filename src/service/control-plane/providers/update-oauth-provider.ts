// Changes an OAuth provider.

import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { omitNulls } from '../../../engine/input/schemas/schema-walk.ts'
import { providers } from '../../resources/providers/providers.ts'
import { oauthProviderUpdateRequest } from './bodies.ts'
import { providerId, readProvider, tryProvider, unknownProvider } from './find-provider.ts'

/** Changes an OAuth provider. Like in other changes of the service, a field that is null stays as it is. */
export const updateOAuthProvider = defineOperation({
  name: 'updateOAuthProvider',
  method: 'PATCH',
  template: '/v2/auth/providers/{provider_id}',
  summary: 'Changes an OAuth provider.',
  addedBy: { operations: ['upstream'] },
  parameters: { provider_id: providerId },
  body: oauthProviderUpdateRequest,
  responses: { 200: record(providers) },
  refusals: [unknownProvider],
  example: (db) => tryProvider(db, { name: 'My provider' }),
  run({ world }, { values, body: { client_secret, ...fields } }) {
    const { id } = readProvider(world, values.provider_id)
    return world.collections.providers.update(id, omitNulls(fields))
  },
})
