import { sortAs } from '../../engine/contract/list-page.ts'
import { list } from '../../engine/contract/operation/responses.ts'
import { defineOperation } from '../operation.ts'
import { providers } from '../resources/providers.ts'

/** Lists the OAuth providers (contract section 4.1). */
export const listOAuthProviders = defineOperation({
  basis: { of: 'documented: contract' },
  name: 'listOAuthProviders',
  method: 'GET',
  template: '/v2/auth/providers',
  summary: 'Lists the OAuth providers.',
  responses: { 200: list(providers) },
  run: ({ assumptions, world }) =>
    sortAs(world, providers, world.database.of(providers).find({}), assumptions.providerOrdering),
})
