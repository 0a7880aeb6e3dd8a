import type { DeploymentFilter } from '../../data/filter.ts'
import type { Assumptions } from '../assumptions.ts'
import { buildValidationFailure, type Failure } from '../errors.ts'
import { listDeploymentsParameters, type ParameterValues, parseIdList, parseParameters } from '../parameters.ts'
import { mistakes } from '../validation-errors.ts'
import type { Operation } from './context.ts'

type Values = ParameterValues<typeof listDeploymentsParameters>

/** Lists deployments: filtered, ordered, and cut into pages (interface 4.4). */
export const listDeployments: Operation = ({ assumptions, statuses, listing, renderer }, { query }) => {
  const parsed = parseParameters(listDeploymentsParameters, query, { assumptions, statuses })
  if ('errors' in parsed) return buildValidationFailure(parsed.errors, assumptions)

  const { limit, offset } = parsed.values
  const { records, total } = listing.page(buildFilter(parsed.values, assumptions), { offset, limit: Number(limit) })
  const failure = checkOffset(query.get('offset')?.at(-1) ?? '', offset, total, assumptions)
  if (failure !== undefined) return failure
  const next = findNextOffset({ limit, offset, returned: records.length, total }, assumptions)
  return { status: 200, json: `{"resources":[${records.map(renderer.deployment).join(',')}],"offset":${next}}` }
}

function buildFilter(values: Values, assumptions: Assumptions): DeploymentFilter {
  const filter: DeploymentFilter = {}
  const isGiven = (text: string | null): text is string => {
    if (text === null || (text === '' && assumptions.emptyFilter === 'ignored')) return false
    if (text === '') filter.nothing = true
    return text !== ''
  }

  // Every name contains the empty text, so there an empty filter never excludes anything.
  if (values.name_contains !== '' && isGiven(values.name_contains)) {
    filter.name = { match: assumptions.nameMatching, text: values.name_contains }
  }
  if (isGiven(values.status)) filter.status = values.status
  if (isGiven(values.tag_value_ids)) {
    filter.tag_value_ids = { match: assumptions.tagMatching, ids: parseIdList(values.tag_value_ids) }
  }
  if (isGiven(values.image_version)) {
    filter.image_version = { match: assumptions.imageVersionMatching, text: values.image_version }
  }
  if (isGiven(values.deployment_ids)) filter.deployment_ids = parseIdList(values.deployment_ids)
  if (values.remote_reconciled !== null) filter.remote_reconciled = values.remote_reconciled
  if (values.deployment_type !== null) filter.deployment_type = values.deployment_type
  return filter
}

function checkOffset(
  text: string,
  offset: bigint,
  total: number,
  { offsetBeyondEnd, validationStatus }: Assumptions,
): Failure | undefined {
  if (offset === 0n || offset < total || offsetBeyondEnd === 'empty') return undefined
  if (offsetBeyondEnd === '404') return { status: 404, detail: `Offset ${offset} is beyond the last deployment.` }
  return { status: Number(validationStatus), detail: [mistakes.below(['query', 'offset'], text, total)] }
}

function findNextOffset(
  page: { limit: bigint; offset: bigint; returned: number; total: number },
  { lastPageOffset }: Assumptions,
): bigint {
  if (lastPageOffset === 'limit') return page.offset + page.limit
  const next = page.offset + BigInt(page.returned)
  return lastPageOffset === 'zeroAtEnd' && next >= page.total ? 0n : next
}
