import { type DeploymentFilter, joinFilters } from '../../data/filter.ts'
import type { ListingPage } from '../../data/listing.ts'
import { DEPLOYMENT_TYPES } from '../../records/deployment.ts'
import { createValidationError, ServiceError } from '../errors.ts'
import type { ListEvidence } from '../messages.ts'
import type { Assumptions } from '../register/assumptions.ts'
import { cutText, MOST_ECHOED } from '../validation/cut-input.ts'
import { type Parameters, type ParameterValues, pickText } from '../validation/parameters.ts'
import { validationErrors } from '../validation/validation-errors.ts'
import { defineOperation } from './operation.ts'

const parameters = {
  limit: { in: 'query', kind: 'integer', fallback: 20n, minimum: 1, maximum: 100 },
  offset: { in: 'query', kind: 'integer', fallback: 0n, minimum: 0 },
  name_contains: { in: 'query', kind: 'text' },
  status: { in: 'query', kind: 'status' },
  remote_reconciled: { in: 'query', kind: 'boolean' },
  tag_value_ids: { in: 'query', kind: 'idList' },
  image_version: { in: 'query', kind: 'text' },
  deployment_type: { in: 'query', kind: 'choice', choices: DEPLOYMENT_TYPES },
  deployment_ids: { in: 'query', kind: 'idList' },
} as const satisfies Parameters

type Values = ParameterValues<typeof parameters>

/** Lists deployments: filtered, ordered and paginated (contract section 4.4). */
export const listDeployments = defineOperation({
  name: 'listDeployments',
  method: 'GET',
  template: () => '/v2/deployments',
  parameters,
  takesBody: false,
  refusals: ({ offsetBeyondEnd, validationStatus }) =>
    offsetBeyondEnd === 'empty'
      ? {}
      : { 'offset beyond the end': Number(offsetBeyondEnd === '404' ? 404 : validationStatus) },
  run({ assumptions, world, renderer }, { values, query }) {
    const { offset } = values
    const limit = Number(values.limit)
    const { deploymentOrdering: ordering } = assumptions
    const filters = listFilters(values, assumptions)
    const page = world.listing.page(joinFilters(filters), { ordering, offset, limit })
    if (offset > 0n && page.ids.length === 0) {
      refuseOffset(pickText(query.get('offset') ?? [], assumptions), page, assumptions)
    }
    const { deployments } = world.database
    const records = page.ids.flatMap((id) => deployments.get(id) ?? [])
    const next = findNextOffset(values, page, assumptions)
    return {
      status: 200,
      json: `{"resources":[${records.map(renderer.deployment).join(',')}],"offset":${next}}`,
      evidence: { filters, view: world.listing.view(ordering), offset, limit, returned: records.length },
    }
  },
})

type NamedFilter = ListEvidence['filters'][number]

// In the order of the contract, which explanations use as well.
function listFilters(values: Values, assumptions: Assumptions): NamedFilter[] {
  const { name_contains, status, remote_reconciled, tag_value_ids, image_version, deployment_type, deployment_ids } =
    values
  const narrow = (parameter: string, value: unknown, toFilter: () => DeploymentFilter): NamedFilter[] => {
    if (value === null) return []
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    if (!isEmpty) return [{ parameter, filter: toFilter() }]
    // Every name contains the empty text, so name_contains= never excludes anything.
    const excludes = parameter !== 'name_contains' && assumptions.emptyFilter === 'matchesNothing'
    return excludes ? [{ parameter, filter: 'nothing' }] : []
  }
  return [
    ...narrow('name_contains', name_contains, () => ({
      name: { match: assumptions.nameMatching, text: name_contains ?? '' },
    })),
    ...narrow('status', status, () => ({ status: status ?? '' })),
    ...narrow('remote_reconciled', remote_reconciled, () => ({ remote_reconciled: remote_reconciled === true })),
    ...narrow('tag_value_ids', tag_value_ids, () => ({
      tag_value_ids: { match: assumptions.tagMatching, ids: tag_value_ids ?? [] },
    })),
    ...narrow('image_version', image_version, () => ({
      image_version: { match: assumptions.imageVersionMatching, text: image_version ?? '' },
    })),
    ...narrow('deployment_type', deployment_type, () => ({ deployment_type: deployment_type ?? '' })),
    ...narrow('deployment_ids', deployment_ids, () => ({ deployment_ids: deployment_ids ?? [] })),
  ]
}

function refuseOffset(text: string, { countAll }: ListingPage, assumptions: Assumptions): void {
  if (assumptions.offsetBeyondEnd === 'empty') return
  if (assumptions.offsetBeyondEnd === '404') {
    throw new ServiceError({
      status: 404,
      detail: `Offset ${cutText(text, MOST_ECHOED)} is beyond the last deployment.`,
    })
  }
  throw createValidationError([validationErrors.below(['query', 'offset'], text, countAll())], assumptions)
}

function findNextOffset(
  { limit, offset }: Values,
  { ids, hasMore }: ListingPage,
  { lastPageOffset }: Assumptions,
): bigint {
  if (lastPageOffset === 'limit') return offset + limit
  return lastPageOffset === 'zeroAtEnd' && !hasMore ? 0n : offset + BigInt(ids.length)
}
