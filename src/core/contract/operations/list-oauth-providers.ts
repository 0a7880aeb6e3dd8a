import { sortRecords } from '../../data/ordering.ts'
import { defineOperation } from './operation.ts'

/** Lists the OAuth providers (contract section 4.1). */
export const listOAuthProviders = defineOperation({
  name: 'listOAuthProviders',
  method: 'GET',
  template: () => '/v2/auth/providers',
  parameters: {},
  takesBody: false,
  run({ assumptions, world, renderer }) {
    const ordering = assumptions.providerOrdering === 'created' ? 'createdAscending' : assumptions.providerOrdering
    const providers = sortRecords(world.database.providers.all(), ordering, world.baseline.plan.seed)
    return { status: 200, json: `[${providers.map(renderer.provider).join(',')}]` }
  },
})
