// Sections 4.2 and 4.3 of the contract.

import { list } from '../../engine/contract/operation/responses.ts'
import { withArticle } from '../../engine/input/text/article.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import { repositoryPathsOf } from '../assumptions/values.ts'
import { findRepositories, integrationId, tryIntegration, unknownIntegration } from '../control-plane/integrations.ts'
import { defineOperation } from '../operation.ts'
import type { IntegrationKind } from '../resources/integrations.ts'
import { repositories } from '../resources/repositories/repositories.ts'
import { repositoryEnvelopes } from '../resources/repositories/wire.ts'

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
