// Lists the integrations of one kind.

import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { list } from '../../../engine/define/operation/responses.ts'
import type { IntegrationKind } from '../../resources/integrations/integration.ts'
import { integrations } from '../../resources/integrations/integrations.ts'
import { listIntegrations } from './of-kind.ts'

/** Lists the integrations with GitHub. */
export const listGithubIntegrations = defineListing('listGithubIntegrations', 'github', 'standard')

/** Lists the integrations with GitHub of the alternate kind. */
export const listForgeGithubIntegrations = defineListing('listForgeGithubIntegrations', 'forge/github', 'alternate')

/** An id that is no UUID is listed as it is, although such an integration cannot be asked for its repositories. */
function defineListing<const Name extends string>(name: Name, place: string, kind: IntegrationKind) {
  return defineOperation({
    name,
    method: 'GET',
    template: `/v1/integrations/${place}/install`,
    summary: `Lists the integrations of the ${kind} kind.`,
    addedBy: { operations: ['upstream'] },
    parameters: {},
    responses: { 200: list(integrations) },
    run: ({ world }) => listIntegrations(world, kind),
  })
}
