// Sections 4.2 and 4.3 of the contract.

import type { Assumptions } from '../../engine/assumptions/assumptions.ts'
import { sortAs } from '../../engine/contract/list-page.ts'
import { ServiceError } from '../../engine/define/failure.ts'
import { defineOperation, type Example } from '../../engine/define/operation.ts'
import { withArticle } from '../../engine/define/resource.ts'
import { type Envelope, list } from '../../engine/define/responses.ts'
import type { Collections } from '../../engine/world/collections.ts'
import type { World } from '../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import { repositoryPathsOf } from '../assumptions/values.ts'
import type { IntegrationKind } from '../resources/integrations/integration.ts'
import { integrations } from '../resources/integrations/integrations.ts'
import { repositories } from '../resources/repositories/repositories.ts'
import type { RepositoryRecord } from '../resources/repositories/repository.ts'

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

/** Lists the repositories of an integration in their order. @throws ServiceError for an unknown integration */
export function findRepositories(
  world: World,
  { integration_id, kind }: { integration_id: string; kind: IntegrationKind },
  assumptions: Assumptions,
): RepositoryRecord[] {
  const { database } = world
  const isKnown = database.of(integrations).get(integration_id)?.kind === kind
  if (!isKnown) refuseUnknownIntegration(integration_id, assumptions)
  const found = isKnown ? database.of(repositories).find({ integration_id }) : []
  return sortAs(world, repositories, found, assumptions.repositoryOrdering)
}

/** Returns a request to try for the first integration of a kind. */
export function tryIntegration(
  { integrations: { list } }: Pick<Collections, 'integrations'>,
  kind: IntegrationKind,
): Example {
  const integration = list().find((each) => each.kind === kind)
  if (integration !== undefined) return { path: { integration_id: integration.id } }
  return { missing: `No repositories to list: this world has no ${kind} integration.` }
}

function defineRepositoryListing<const Name extends string>(name: Name, kind: IntegrationKind) {
  return defineOperation({
    name,
    method: 'GET',
    template: (assumptions) => repositoryPathsOf(assumptions)[kind],
    summary: `Lists the repositories of ${withArticle(kind)} integration.`,
    parameters: {
      integration_id: {
        in: 'path',
        kind: 'uuid',
        isAnyText: ({ integrationIdFormat }) => integrationIdFormat === 'any',
        description: 'The id of the integration.',
        of: integrations,
      },
    },
    responses: { 200: list(repositories, envelopeOf) },
    refusals: refusalsOfIntegration,
    example: (db) => tryIntegration(db, kind),
    run: ({ assumptions, world }, { values: { integration_id } }) =>
      findRepositories(world, { integration_id, kind }, assumptions),
  })
}

function envelopeOf({ repositoryEnvelope }: Assumptions): Envelope | undefined {
  if (repositoryEnvelope === 'array') return undefined
  return repositoryEnvelope === 'items' ? { field: 'items', after: { next_cursor: null } } : { field: 'resources' }
}
