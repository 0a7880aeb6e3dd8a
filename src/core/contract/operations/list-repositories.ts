import { sortRecords } from '../../data/ordering.ts'
import type { World } from '../../data/world.ts'
import type { IntegrationKind } from '../../records/integration.ts'
import { ServiceError } from '../errors.ts'
import { type Assumptions, repositoryPathsOf } from '../register/assumptions.ts'
import { cutText, MOST_ECHOED } from '../validation/cut-input.ts'
import { defineOperation } from './operation.ts'

/** Lists the repositories of an integration (contract section 4.2). */
export const listRepositories = defineRepositoryListing('listRepositories', 'standard')

/** Lists the repositories of an integration of the alternate kind (contract section 4.3). */
export const listAlternateRepositories = defineRepositoryListing('listAlternateRepositories', 'alternate')

/**
 * Ends a request for an unknown integration, unless the assumption `unknownIntegration` treats it as
 * one without repositories.
 *
 * @throws ServiceError
 */
export function refuseUnknownIntegration(id: string, { unknownIntegration }: Assumptions): void {
  if (unknownIntegration === 'empty') return
  throw new ServiceError({
    status: Number(unknownIntegration),
    detail: `Integration ID ${cutText(id, MOST_ECHOED)} not found.`,
  })
}

/** The status of a request for an unknown integration, if it is rejected. */
export function refusalsOfIntegration({ unknownIntegration }: Assumptions): Readonly<Record<string, number>> {
  return unknownIntegration === 'empty' ? {} : { 'unknown integration': Number(unknownIntegration) }
}

function defineRepositoryListing<const Name extends string>(name: Name, kind: IntegrationKind) {
  return defineOperation({
    name,
    method: 'GET',
    template: (assumptions) => repositoryPathsOf(assumptions)[kind],
    parameters: { integration_id: { in: 'path', kind: 'integrationId' } },
    takesBody: false,
    refusals: refusalsOfIntegration,
    run({ assumptions, world, renderer }, { values: { integration_id } }) {
      const isKnown = world.database.integrations.get(integration_id)?.kind === kind
      if (!isKnown) refuseUnknownIntegration(integration_id, assumptions)
      const repositories = isKnown ? listRecords(world, integration_id, assumptions) : []
      return { status: 200, json: wrap(`[${repositories.map(renderer.repository).join(',')}]`, assumptions) }
    },
  })
}

function listRecords(world: World, integrationId: string, { repositoryOrdering }: Assumptions) {
  const records = world.database.repositories.all().filter((record) => record.integration_id === integrationId)
  return sortRecords(records, repositoryOrdering === 'created' ? 'added' : repositoryOrdering, world.baseline.plan.seed)
}

function wrap(array: string, { repositoryEnvelope }: Assumptions): string {
  if (repositoryEnvelope === 'resources') return `{"resources":${array}}`
  return repositoryEnvelope === 'items' ? `{"items":${array},"next_cursor":null}` : array
}
