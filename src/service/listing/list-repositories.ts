// Sections 4.2 and 4.3 of the contract.

import { sortAs } from '../../engine/contract/list-page.ts'
import { defineRefusal, isRefused, refuse } from '../../engine/contract/operation/failure.ts'
import { defineOperation, type Example } from '../../engine/contract/operation/operation.ts'
import { list } from '../../engine/contract/operation/responses.ts'
import type { Assumptions } from '../../engine/define/assumptions/assumptions.ts'
import { withArticle } from '../../engine/define/resource/resource.ts'
import type { Collections } from '../../engine/world/collections.ts'
import type { World } from '../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import { repositoryPathsOf } from '../assumptions/values.ts'
import { type IntegrationKind, type IntegrationRecord, integrations } from '../resources/integrations.ts'
import { repositories } from '../resources/repositories/repositories.ts'
import type { RepositoryRecord } from '../resources/repositories/repository.ts'
import { repositoryEnvelopes } from '../resources/repositories/wire.ts'

/** The refusal of an unknown integration (assumption `unknownIntegration`). */
export const unknownIntegration = defineRefusal({
  name: 'unknown integration',
  status: ({ unknownIntegration: chosen }) => (chosen === 'empty' ? undefined : Number(chosen)),
  text: (id: string) => `Integration ID ${cutText(id, MOST_ECHOED)} not found.`,
})

export const integrationId = {
  in: 'path',
  kind: 'uuid',
  isAnyText: ({ integrationIdFormat }: Assumptions) => integrationIdFormat === 'any',
  description: 'The id of the integration.',
  of: integrations,
} as const

/** Finds an integration; undefined if an unknown one counts as an empty one. @throws ServiceError otherwise */
export function findIntegration(
  { database }: World,
  reference: { readonly integration_id: string; readonly kind?: IntegrationKind },
  assumptions: Assumptions,
): IntegrationRecord | undefined {
  const found = database.of(integrations).get(reference.integration_id)
  if (found !== undefined && (reference.kind === undefined || reference.kind === found.kind)) return found
  return isRefused(unknownIntegration, assumptions) ? refuse(unknownIntegration, reference.integration_id) : undefined
}

/** Lists the repositories of an integration (contract section 4.2). */
export const listRepositories = defineRepositoryListing('listRepositories', 'standard')

/** Lists the repositories of an integration of the alternate kind (contract section 4.3). */
export const listAlternateRepositories = defineRepositoryListing('listAlternateRepositories', 'alternate')

/** Lists the repositories of an integration in their order. @throws ServiceError for an unknown integration */
export function findRepositories(
  world: World,
  reference: { integration_id: string; kind: IntegrationKind },
  assumptions: Assumptions,
): RepositoryRecord[] {
  const integration = findIntegration(world, reference, assumptions)
  const found =
    integration === undefined ? [] : world.database.of(repositories).find({ integration_id: integration.id })
  return sortAs(world, repositories, found, assumptions.repositoryOrdering)
}

export function tryIntegration({ integrations: { list } }: Collections, kind: IntegrationKind): Example {
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
    parameters: { integration_id: integrationId },
    responses: { 200: list(repositories, ({ repositoryEnvelope }) => repositoryEnvelopes[repositoryEnvelope]) },
    refusals: [unknownIntegration],
    example: (db) => tryIntegration(db, kind),
    run: ({ assumptions, world }, { values: { integration_id } }) =>
      findRepositories(world, { integration_id, kind }, assumptions),
  })
}
