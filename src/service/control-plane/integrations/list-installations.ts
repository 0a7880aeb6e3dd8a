// Lists the installations of the GitHub app, in pages with cursors.

import { cutSlice, invalidCursor, sliceParameters } from '../../../engine/contract/cursor.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { slice } from '../../../engine/define/operation/responses.ts'
import { sliceEnvelope } from '../../envelopes.ts'
import type { IntegrationKind } from '../../resources/integrations/integration.ts'
import { integrations } from '../../resources/integrations/integrations.ts'
import { listIntegrations } from './of-kind.ts'

/** Lists the installations of the GitHub app. */
export const listGithubInstallations = defineListing('listGithubInstallations', 'github', 'standard')

/** Lists the installations of the GitHub app of the alternate kind. */
export const listForgeGithubInstallations = defineListing('listForgeGithubInstallations', 'forge-github', 'alternate')

function defineListing<const Name extends string>(name: Name, place: string, kind: IntegrationKind) {
  return defineOperation({
    name,
    method: 'GET',
    template: `/v2/integrations/${place}/installations`,
    summary: `Lists the installations of the ${kind} kind, in pages with cursors.`,
    addedBy: { operations: ['upstream'] },
    parameters: sliceParameters,
    responses: { 200: slice(integrations, sliceEnvelope) },
    refusals: [invalidCursor],
    run: ({ world }, { values }) => cutSlice(listIntegrations(world, kind), { name: place, ...values }),
  })
}
