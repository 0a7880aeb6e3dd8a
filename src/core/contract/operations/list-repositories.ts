import { sortRecords } from '../../data/ordering.ts'
import type { World } from '../../data/world.ts'
import type { IntegrationKind } from '../../records/integration.ts'
import type { Assumptions } from '../assumptions.ts'
import { buildValidationFailure, type Failure, type ValidationError } from '../errors.ts'
import { parseParameters } from '../parameters.ts'
import { parseUuid } from '../parse-scalars.ts'
import { mistakes } from '../validation-errors.ts'
import type { Operation } from './context.ts'

/** Lists the repositories of an integration (interface 4.2). */
export const listRepositories: Operation = buildRepositoryListing('standard')

/** Lists the repositories of an integration of the alternate kind (interface 4.3). */
export const listAlternateRepositories: Operation = buildRepositoryListing('alternate')

/**
 * What a request gets that names an integration which is not there; nothing where that
 * counts as one without repositories.
 */
export function describeUnknownIntegration(id: string, { unknownIntegration }: Assumptions): Failure | undefined {
  if (unknownIntegration === 'empty') return undefined
  return { status: Number(unknownIntegration), detail: `Integration ID ${id} not found.` }
}

function buildRepositoryListing(kind: IntegrationKind): Operation {
  return ({ assumptions, statuses, world, renderer }, { query, integrationId }) => {
    const id = parseIntegrationId(integrationId, assumptions)
    const parsed = parseParameters({}, query, { assumptions, statuses })
    const errors = [...('errors' in id ? id.errors : []), ...('errors' in parsed ? parsed.errors : [])]
    if ('errors' in id || errors.length > 0) return buildValidationFailure(errors, assumptions)

    const isKnown = world.database.integrations.get(id.value)?.kind === kind
    const failure = isKnown ? undefined : describeUnknownIntegration(id.value, assumptions)
    if (failure !== undefined) return failure
    const repositories = isKnown ? listRecords(world, id.value, assumptions) : []
    return { status: 200, json: wrap(`[${repositories.map(renderer.repository).join(',')}]`, assumptions) }
  }
}

function parseIntegrationId(
  text: string,
  { integrationIdFormat }: Assumptions,
): { value: string } | { errors: ValidationError[] } {
  if (integrationIdFormat === 'any') return { value: text }
  const parsed = parseUuid(text)
  return 'value' in parsed ? parsed : { errors: [mistakes.uuid(['path', 'integration_id'], text, parsed.mistake)] }
}

function listRecords(world: World, integrationId: string, { repositoryOrdering }: Assumptions) {
  const records = world.database.repositories.all().filter((record) => record.integration_id === integrationId)
  return sortRecords(records, repositoryOrdering, world.scenario.seed)
}

function wrap(array: string, { repositoryEnvelope }: Assumptions): string {
  if (repositoryEnvelope === 'resources') return `{"resources":${array}}`
  return repositoryEnvelope === 'items' ? `{"items":${array},"next_cursor":null}` : array
}
