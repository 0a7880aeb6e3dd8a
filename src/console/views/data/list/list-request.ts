import type { JsonSchema, ResourceDescription } from '../../../store/api.ts'
import { type ListFilter, listParameters } from './list-filter.ts'

/** The request that reads a page of records. */
export interface ListRequest {
  /** Whether the service answers it. Otherwise the control API does. */
  readonly isService: boolean
  readonly path: string
  readonly query: string
  readonly offset: number
  readonly limit: number
  /** Whether the request names a page. Otherwise the response contains all records. */
  readonly isPaged: boolean
}

const LIMIT = 20

/** Builds the request for a page of a list. */
export function buildListRequest(resource: ResourceDescription, filter: ListFilter, offset: number): ListRequest {
  const { list, recordsPath } = resource
  const isPaged = list === null || list.parameters.some(({ name }) => name === 'offset')
  const limit = findLimit(resource, filter)
  const page = isPaged
    ? { limit: filter.fields.limit ?? String(limit), ...(offset > 0 && { offset: String(offset) }) }
    : {}
  const query = new URLSearchParams({ ...filter.fields, ...page }).toString()
  const path = list === null ? `/_simulator${recordsPath}` : list.path
  return { isService: list !== null, path, query, offset, limit, isPaged }
}

/** Writes the target of a request: its path and query. */
export function formatTarget({ path, query }: Pick<ListRequest, 'path' | 'query'>): string {
  return query === '' ? path : `${path}?${query}`
}

/** Lists how many records a page can have. */
export function listPageSizes(resource: ResourceDescription): readonly number[] {
  const most = findLimitSchema(resource)?.maximum
  return [20, 50, 100].filter((size) => typeof most !== 'number' || size <= most)
}

function findLimit(resource: ResourceDescription, { fields }: ListFilter): number {
  const limit = Number(fields.limit)
  if (Number.isInteger(limit) && limit > 0) return limit
  const usual = findLimitSchema(resource)?.default
  return typeof usual === 'number' ? usual : LIMIT
}

function findLimitSchema(resource: ResourceDescription): JsonSchema | undefined {
  return listParameters(resource).find(({ name }) => name === 'limit')?.schema
}
