import { sortRecords } from '../../data/ordering.ts'
import { buildValidationFailure } from '../errors.ts'
import { parseParameters } from '../parameters.ts'
import type { Operation } from './context.ts'

/** Lists the OAuth providers (interface 4.1). */
export const listOAuthProviders: Operation = ({ assumptions, statuses, world, renderer }, { query }) => {
  const parsed = parseParameters({}, query, { assumptions, statuses })
  if ('errors' in parsed) return buildValidationFailure(parsed.errors, assumptions)

  const ordering = assumptions.providerOrdering === 'created' ? 'createdAscending' : assumptions.providerOrdering
  const providers = sortRecords(world.database.providers.all(), ordering, world.scenario.seed)
  return { status: 200, json: `[${providers.map(renderer.provider).join(',')}]` }
}
