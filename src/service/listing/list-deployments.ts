import { findPage, listFilters, pageParameters } from '../../engine/contract/list-page.ts'
import { defineRefusal, isRefused, refuse } from '../../engine/contract/operation/failure.ts'
import type { Parameters, ParameterValues } from '../../engine/contract/operation/parameter.ts'
import { type FoundPage, page } from '../../engine/contract/operation/responses.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import { createValidationError } from '../../fastapi/errors/errors.ts'
import { validationErrors } from '../../fastapi/errors/validation-errors.ts'
import { pickText } from '../../fastapi/values/read-parameters.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import { chooseStatus } from '../assumptions/statuses.ts'
import { statusValuesOf } from '../assumptions/values.ts'
import { findNextOffset, pageEnvelope } from '../envelopes.ts'
import { defineOperation } from '../operation.ts'
import { deployments } from '../resources/deployments/deployments.ts'
import { deploymentFilters } from '../resources/deployments/filters.ts'

const parameters = { ...pageParameters('deployments'), ...deploymentFilters } as const satisfies Parameters

type ListValues = ParameterValues<typeof parameters>

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
    return { offset: findNextOffset(values, found, assumptions), ...found }
  },
})

function toWindow(values: ListValues, assumptions: Assumptions) {
  const { deploymentOrdering: ordering } = assumptions
  const { offset, limit } = values
  return { filters: listFilters(parameters, values, assumptions), ordering, offset, limit: Number(limit) }
}

function refuseAgents({ agent_id, agent_environment }: ListValues, assumptions: Assumptions): void {
  const isGiven = agent_id != null || agent_environment != null
  if (isGiven && isRefused(agentFilter, assumptions)) refuse(agentFilter)
}

function refuseOffset(text: string, { countAll }: FoundPage<unknown>, assumptions: Assumptions): void {
  if (assumptions.offsetBeyondEnd === 'empty') return
  if (assumptions.offsetBeyondEnd === '404') refuse(offsetTooLarge, text)
  throw createValidationError([validationErrors.below(['query', 'offset'], text, countAll())], assumptions)
}
