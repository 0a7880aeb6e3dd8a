// The integrations with GitHub, which are installations of its app, and their repositories.

import { cutSlice, invalidCursor, sliceParameters } from '../../engine/contract/cursor.ts'
import { list, slice } from '../../engine/contract/operation/responses.ts'
import type { World } from '../../engine/world/world.ts'
import { sliceEnvelope } from '../envelopes.ts'
import { findRepositories, integrationId, tryIntegration, unknownIntegration } from '../listing/list-repositories.ts'
import { type IntegrationKind, type IntegrationRecord, integrations } from '../resources/integrations.ts'
import { repositories } from '../resources/repositories/repositories.ts'
import { defineUpstreamOperation } from './upstream-operation.ts'

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
  return defineUpstreamOperation({
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
  return defineUpstreamOperation({
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
      return cutSlice(found, { name: `${place}/${integration_id}`, ...values })
    },
  })
}

export function listIntegrations({ database }: World, kind: IntegrationKind): readonly IntegrationRecord[] {
  return database.of(integrations).find({ kind })
}
