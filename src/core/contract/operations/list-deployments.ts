import type { DeploymentFilter } from '../../data/filter.ts'
import type { ListingPage } from '../../data/listing.ts'
import { DEPLOYMENT_TYPES } from '../../records/deployment.ts'
import { createValidationError, ServiceError } from '../errors.ts'
import type { Assumptions } from '../register/assumptions.ts'
import { mistakes } from '../validation/mistakes.ts'
import { type Parameters, type ParameterValues, pickText } from '../validation/parameters.ts'
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

/** Lists deployments: filtered, ordered, and cut into pages (interface 4.4). */
export const listDeployments = defineOperation({
  name: 'listDeployments',
  method: 'GET',
  template: () => '/v2/deployments',
  parameters,
  takesBody: false,
  run({ assumptions, world, listing, renderer }, { values, query }) {
    const { limit, offset } = values
    const page = listing.page(buildFilter(values, assumptions), { offset, limit: Number(limit) })
    if (offset > 0n && page.ids.length === 0) {
      refuseOffset(pickText(query.get('offset') ?? [], assumptions), page, assumptions)
    }
    const { deployments } = world.database
    const records = page.ids.flatMap((id) => deployments.get(id) ?? [])
    const next = findNextOffset(values, page, assumptions)
    return { status: 200, json: `{"resources":[${records.map(renderer.deployment).join(',')}],"offset":${next}}` }
  },
})

function buildFilter(values: Values, assumptions: Assumptions): DeploymentFilter | 'nothing' {
  // Every name contains the empty text, so that this one never excludes anything.
  const { name_contains, ...others } = values
  const isEmpty = Object.values(others).some((value) => value === '' || (Array.isArray(value) && value.length === 0))
  if (isEmpty && assumptions.emptyFilter === 'matchesNothing') return 'nothing'

  const { status, remote_reconciled, tag_value_ids, image_version, deployment_type, deployment_ids } = others
  return {
    ...(name_contains ? { name: { match: assumptions.nameMatching, text: name_contains } } : {}),
    ...(status ? { status } : {}),
    ...(remote_reconciled === null ? {} : { remote_reconciled }),
    ...(tag_value_ids?.length ? { tag_value_ids: { match: assumptions.tagMatching, ids: tag_value_ids } } : {}),
    ...(image_version ? { image_version: { match: assumptions.imageVersionMatching, text: image_version } } : {}),
    ...(deployment_type === null ? {} : { deployment_type }),
    ...(deployment_ids?.length ? { deployment_ids } : {}),
  }
}

function refuseOffset(text: string, { countAll }: ListingPage, assumptions: Assumptions): void {
  if (assumptions.offsetBeyondEnd === 'empty') return
  if (assumptions.offsetBeyondEnd === '404') {
    throw new ServiceError({ status: 404, detail: `Offset ${text} is beyond the last deployment.` })
  }
  throw createValidationError([mistakes.below(['query', 'offset'], text, countAll())], assumptions)
}

function findNextOffset(
  { limit, offset }: Values,
  { ids, hasMore }: ListingPage,
  { lastPageOffset }: Assumptions,
): bigint {
  if (lastPageOffset === 'limit') return offset + limit
  return lastPageOffset === 'zeroAtEnd' && !hasMore ? 0n : offset + BigInt(ids.length)
}
