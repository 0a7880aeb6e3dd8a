// Returns an OAuth provider of the platform.

import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { buildPlatformProviders } from '../../resources/providers/platform-providers.ts'
import { providers } from '../../resources/providers/providers.ts'
import { providerId, unknownProvider } from './find-provider.ts'

/** Returns an OAuth provider of the platform. */
export const getPlatformOAuthProvider = defineOperation({
  name: 'getPlatformOAuthProvider',
  method: 'GET',
  template: '/v2/auth/platform-providers/{provider_id}',
  summary: 'Returns an OAuth provider of the platform.',
  addedBy: { operations: ['upstream'] },
  parameters: { provider_id: providerId },
  responses: { 200: record(providers) },
  refusals: [unknownProvider],
  example: () => ({ path: { provider_id: 'google' } }),
  run: ({ world }, { values: { provider_id } }) =>
    buildPlatformProviders(world.baseline.context).find((each) => each.provider_id === provider_id) ??
    refuse(unknownProvider, provider_id),
})
