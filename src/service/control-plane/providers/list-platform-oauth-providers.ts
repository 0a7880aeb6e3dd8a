// Lists the OAuth providers that the platform itself offers.

import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { list } from '../../../engine/define/operation/responses.ts'
import { buildPlatformProviders } from '../../resources/providers/platform-providers.ts'
import { providers } from '../../resources/providers/providers.ts'

/** Lists the OAuth providers that the platform itself offers, whatever a workspace has. */
export const listPlatformOAuthProviders = defineOperation({
  name: 'listPlatformOAuthProviders',
  method: 'GET',
  template: '/v2/auth/platform-providers',
  summary: 'Lists the OAuth providers of the platform.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  responses: { 200: list(providers) },
  run: ({ world }) => buildPlatformProviders(world.baseline.context),
})
