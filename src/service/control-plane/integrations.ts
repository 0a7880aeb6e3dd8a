// The integrations with GitHub, which are installations of its app, and their repositories.

import { sortAs } from '../../engine/contract/list-page.ts'
import { defineRefusal, isRefused, refuse } from '../../engine/contract/operation/failure.ts'
import type { Example } from '../../engine/contract/operation/operation.ts'
import { list, slice } from '../../engine/contract/operation/responses.ts'
import type { Summary } from '../../engine/store/listing/filter.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import { sliceEnvelope } from '../envelopes.ts'
import type { Collections, World } from '../operation.ts'
import { type IntegrationKind, type IntegrationRecord, integrations } from '../resources/integrations.ts'
import { repositories } from '../resources/repositories/repositories.ts'
import { cutSlice, invalidCursor, sliceParameters } from './cursor.ts'
import { defineBareOperation, defineLaterOperation, defineUpstreamOperation } from './upstream-operation.ts'

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
  resource: integrations,
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

/** Lists the repositories of an integration in their order. @throws ServiceError for an unknown integration */
export function findRepositories(
  world: World,
  reference: { integration_id: string; kind: IntegrationKind },
  assumptions: Assumptions,
): readonly Summary[] {
  const integration = findIntegration(world, reference, assumptions)
  if (integration === undefined) return []
  const found = world.database.of(repositories).select({ integration_id: integration.id })
  return sortAs(world, repositories, found, assumptions.repositoryOrdering)
}

export function tryIntegration({ integrations: { list } }: Collections, kind: IntegrationKind): Example {
  const integration = list().find((each) => each.kind === kind)
  if (integration !== undefined) return { path: { integration_id: integration.id } }
  return { missing: `No repositories to list: this world has no ${kind} integration.` }
}

export const listGithubIntegrations = defineIntegrationListing('listGithubIntegrations', 'github', 'standard')

export const listForgeGithubIntegrations = defineIntegrationListing(
  'listForgeGithubIntegrations',
  'forge/github',
  'alternate',
)

/** An id that is no UUID is listed as it is, although such an integration cannot be asked for its repositories. */
function defineIntegrationListing<const Name extends string>(name: Name, place: string, kind: IntegrationKind) {
  return defineUpstreamOperation({
    name,
    method: 'GET',
    template: `/v1/integrations/${place}/install`,
    summary: `Lists the integrations of the ${kind} kind.`,
    responses: { 200: list(integrations) },
    run: ({ world }) => listIntegrations(world, kind),
  })
}

export const listGithubInstallations = defineInstallationListing('listGithubInstallations', 'github', 'standard')

export const listForgeGithubInstallations = defineInstallationListing(
  'listForgeGithubInstallations',
  'forge-github',
  'alternate',
)

function defineInstallationListing<const Name extends string>(name: Name, place: string, kind: IntegrationKind) {
  return defineLaterOperation({
    name,
    method: 'GET',
    template: `/v2/integrations/${place}/installations`,
    summary: `Lists the installations of the ${kind} kind, in pages with cursors.`,
    parameters: sliceParameters,
    responses: { 200: slice(integrations, sliceEnvelope) },
    refusals: [invalidCursor],
    run: ({ world }, { values }) => cutSlice(listIntegrations(world, kind), { name: place, ...values }),
  })
}

export const listGithubInstallationRepositories = defineRepositoryListing(
  'listGithubInstallationRepositories',
  'github',
  'standard',
)

export const listForgeGithubInstallationRepositories = defineRepositoryListing(
  'listForgeGithubInstallationRepositories',
  'forge-github',
  'alternate',
)

/** Together, the parts are the list of the older operation. */
function defineRepositoryListing<const Name extends string>(name: Name, place: string, kind: IntegrationKind) {
  const define = kind === 'standard' ? defineLaterOperation : defineBareOperation
  return define({
    name,
    method: 'GET',
    template: `/v2/integrations/${place}/installations/{integration_id}/repositories`,
    summary: `Lists the repositories of an installation of the ${kind} kind, in pages with cursors.`,
    parameters: {
      integration_id: integrationId,
      ...sliceParameters,
    },
    responses: { 200: slice(repositories, sliceEnvelope) },
    refusals: [unknownIntegration, invalidCursor],
    example: (db) => tryIntegration(db, kind),
    run({ assumptions, world }, { values }) {
      const { integration_id } = values
      const found = findRepositories(world, { integration_id, kind }, assumptions)
      const cut = cutSlice(found, { name: `${place}/${integration_id}`, ...values })
      return { ...cut, records: cut.records.map(world.database.of(repositories).read) }
    },
  })
}

export function listIntegrations({ database }: World, kind: IntegrationKind): readonly IntegrationRecord[] {
  return database.of(integrations).find({ kind })
}
