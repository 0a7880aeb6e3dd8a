// Lists the repositories of an installation, in pages with cursors.

import { cutSlice, invalidCursor, sliceParameters } from '../../../engine/contract/cursor.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { slice } from '../../../engine/define/operation/responses.ts'
import { sliceEnvelope } from '../../envelopes.ts'
import { unknownIntegration } from '../../listing/find-integration.ts'
import { findRepositories, tryIntegration } from '../../listing/list-repositories.ts'
import type { IntegrationKind } from '../../resources/integrations/integration.ts'
import { integrations } from '../../resources/integrations/integrations.ts'
import { repositories } from '../../resources/repositories/repositories.ts'

/** Lists the repositories of an installation. */
export const listGithubInstallationRepositories = defineListing(
  'listGithubInstallationRepositories',
  'github',
  'standard',
)

/** Lists the repositories of an installation of the alternate kind. */
export const listForgeGithubInstallationRepositories = defineListing(
  'listForgeGithubInstallationRepositories',
  'forge-github',
  'alternate',
)

/** Together, the parts are the list of the older operation. */
function defineListing<const Name extends string>(name: Name, place: string, kind: IntegrationKind) {
  return defineOperation({
    name,
    method: 'GET',
    template: `/v2/integrations/${place}/installations/{integration_id}/repositories`,
    summary: `Lists the repositories of an installation of the ${kind} kind, in pages with cursors.`,
    addedBy: { operations: ['upstream'] },
    parameters: {
      integration_id: {
        in: 'path',
        kind: 'uuid',
        isAnyText: ({ integrationIdFormat }) => integrationIdFormat === 'any',
        description: 'The id of the integration.',
        of: integrations,
      },
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
