// Returns an OAuth provider.

import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { providers } from '../../resources/providers/providers.ts'
import { providerId, readProvider, tryProvider, unknownProvider } from './find-provider.ts'

/** Returns an OAuth provider. */
export const getOAuthProvider = defineOperation({
  name: 'getOAuthProvider',
  method: 'GET',
  template: '/v2/auth/providers/{provider_id}',
  summary: 'Returns an OAuth provider.',
  addedBy: { operations: ['upstream'] },
  parameters: { provider_id: providerId },
  responses: { 200: record(providers) },
  refusals: [unknownProvider],
  example: (db) => tryProvider(db),
  run: ({ world }, { values }) => readProvider(world, values.provider_id),
})
