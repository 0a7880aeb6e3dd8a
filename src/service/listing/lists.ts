// Sections 4.2 and 4.3 of the contract.

import { findPage, listFilters, pageParameters, sortAs } from '../../engine/contract/list-page.ts'
import { defineRefusal, isRefused, refuse } from '../../engine/contract/operation/failure.ts'
import { type FoundPage, list, page } from '../../engine/contract/operation/responses.ts'
import type { Parameters, ParameterValues } from '../../engine/contract/operation/value.ts'
import { withArticle } from '../../engine/input/text/words.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import { validationErrors } from '../../fastapi/errors/validation-errors.ts'
import { buildValidationError, pickText } from '../../fastapi/fastapi.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import { chooseStatus } from '../assumptions/statuses.ts'
import { repositoryPathsOf, statusValuesOf } from '../assumptions/values.ts'
import { findRepositories, integrationId, tryIntegration, unknownIntegration } from '../control-plane/integrations.ts'
import { findPageLength, finishPage, pageEnvelope } from '../envelopes.ts'
import { defineOperation } from '../operation.ts'
import { deployments } from '../resources/deployments/deployments.ts'
import { deploymentFilters } from '../resources/deployments/filters.ts'
import type { IntegrationKind } from '../resources/integrations.ts'
import { providers } from '../resources/providers.ts'
import { repositories } from '../resources/repositories/repositories.ts'
import { repositoryEnvelopes } from '../resources/repositories/wire.ts'

const parameters = { ...pageParameters('deployments'), ...deploymentFilters } as const satisfies Parameters

const agentFilter = defineRefusal({
  basis: 'seen: client',
  name: 'agent filter',
  status: ({ newerParameters }) => (newerParameters === 'withoutAgents' ? 400 : undefined),
  text: 'Agent filters are not available for this tenant.',
})

const offsetTooLarge = defineRefusal({
  name: 'offset beyond the end',
  status({ offsetBeyondEnd, validationStatus }) {
    return offsetBeyondEnd === 'empty' ? undefined : Number(offsetBeyondEnd === '404' ? 404 : validationStatus)
  },
  text: (offset: string) => `Offset ${cutText(offset, MOST_ECHOED)} is beyond the last deployment.`,
})

/** Lists deployments: filtered, ordered and paginated (contract section 4.4). */
export const listDeployments = defineOperation({
  basis: { of: 'documented: contract', except: { 'seen: client': ['?name', '?agent_id', '?agent_environment'] } },
  name: 'listDeployments',
  method: 'GET',
  template: '/v2/deployments',
  summary: 'Lists deployments: filtered, ordered and paginated.',
  parameters,
  responses: { 200: page(deployments, pageEnvelope, ({ offsetBeyondEnd }) => offsetBeyondEnd === 'empty') },
  refusals: [agentFilter, offsetTooLarge],
  // Most deployments of the built-in worlds are READY.
  example: (_db, assumptions) => ({
    query: { limit: '5', status: chooseStatus('READY', statusValuesOf(assumptions)) },
  }),
  prepare: ({ assumptions, world }, values) => world.listingOf(deployments).search(toWindow(values, assumptions)),
  run({ assumptions, world }, { values, query }) {
    refuseAgents(values, assumptions)
    const found = findPage(world, deployments, toWindow(values, assumptions))
    if (values.offset > 0n && found.records.length === 0) {
      refuseOffset(pickText(query.get('offset') ?? [], assumptions), found, assumptions)
    }
    return finishPage(values, found, assumptions)
  },
})

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

/** Lists the repositories of an integration (contract section 4.2). */
export const listRepositories = defineRepositoryListing('listRepositories', 'standard')

/** Lists the repositories of an integration of the alternate kind (contract section 4.3). */
export const listAlternateRepositories = defineRepositoryListing('listAlternateRepositories', 'alternate')

function defineRepositoryListing<const Name extends string>(name: Name, kind: IntegrationKind) {
  return defineOperation({
    // The contract does not say where it is.
    basis: { of: 'documented: OpenAPI' },
    name,
    method: 'GET',
    template: (assumptions) => repositoryPathsOf(assumptions)[kind],
    summary: `Lists the repositories of ${withArticle(kind)} integration.`,
    parameters: { integration_id: integrationId },
    responses: {
      200: list(repositories, ({ repositoryEnvelope }: Assumptions) => repositoryEnvelopes[repositoryEnvelope]),
    },
    refusals: [unknownIntegration],
    example: (db) => tryIntegration(db, kind),
    run: ({ assumptions, world }, { values: { integration_id } }) =>
      findRepositories(world, { integration_id, kind }, assumptions).map(world.database.of(repositories).read),
  })
}

type ListValues = ParameterValues<typeof parameters>

function toWindow(values: ListValues, assumptions: Assumptions) {
  const { deploymentOrdering: ordering } = assumptions
  const filters = listFilters(parameters, values, assumptions)
  return { filters, ordering, offset: values.offset, limit: findPageLength(values, assumptions) }
}

function refuseAgents({ agent_id, agent_environment }: ListValues, assumptions: Assumptions): void {
  const isGiven = agent_id != null || agent_environment != null
  if (isGiven && isRefused(agentFilter, assumptions)) refuse(agentFilter)
}

function refuseOffset(text: string, { countAll }: FoundPage<unknown>, assumptions: Assumptions): void {
  if (assumptions.offsetBeyondEnd === 'empty') return
  if (assumptions.offsetBeyondEnd === '404') refuse(offsetTooLarge, text)
  throw buildValidationError([validationErrors.below(['query', 'offset'], text, countAll())], assumptions)
}
