import { formatFilter, parseFilter } from '../../../components/forms/filter-field.tsx'
import type { PageRoute } from '../../../page/routes.ts'
import type { FieldSchema, ListParameter, ResourceDescription } from '../../../store/api.ts'

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

export function buildListRequest(resource: ResourceDescription, filter: ListFilter, offset: number): ListRequest {
  const { list, recordsPath } = resource
  const pages = pagesOf(resource)
  const isPaged = pages !== null
  const limit = findLimit(resource, filter)
  const place = pages?.by === 'page' ? Math.floor(offset / limit) + 1 : offset
  const page = isPaged
    ? {
        [pages.size]: filter.fields[pages.size] ?? String(limit),
        ...(offset > 0 && { [pages.parameter]: String(place) }),
      }
    : {}
  const query = new URLSearchParams({ ...filter.fields, ...page }).toString()
  const path = list === null ? `/_simulator${recordsPath}` : list.path
  return { isService: list !== null, path, query, offset, limit, isPaged }
}

/** Returns how a page is chosen, by the service or by the control API; null if the service has no pages. */
function pagesOf({ list }: ResourceDescription) {
  return list === null ? ({ size: 'limit', by: 'offset', parameter: 'offset' } as const) : list.pages
}

export function formatTarget({ path, query }: Pick<ListRequest, 'path' | 'query'>): string {
  return query === '' ? path : `${path}?${query}`
}

/** Lists how many records a page can have. */
export function listPageSizes(resource: ResourceDescription): readonly number[] {
  const most = findLimitSchema(resource)?.maximum
  return [20, 50, 100].filter((size) => typeof most !== 'number' || size <= most)
}

function findLimit(resource: ResourceDescription, { fields }: ListFilter): number {
  const limit = Number(fields[pagesOf(resource)?.size ?? ''])
  if (Number.isInteger(limit) && limit > 0) return limit
  const usual = findLimitSchema(resource)?.default
  return typeof usual === 'number' ? usual : LIMIT
}

function findLimitSchema(resource: ResourceDescription): FieldSchema | undefined {
  const size = pagesOf(resource)?.size
  return listFilterParameters(resource).find(({ name }) => name === size)?.schema
}

type FilterParameter = Pick<ListParameter, 'name' | 'schema' | 'filters'>

export interface ListFilter {
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
  /** The parts of the text that cannot be sent. */
  readonly ignored: readonly string[]
}

// What the query of a route says besides the filter. Parameters with these names are only in its text.
const OTHERS = ['q', 'offset', 'new', 'tab', 'presenter', 'limit']
const isOwn = (name: string) => OTHERS.includes(name) && name !== 'limit'

/** Lists the parameters that a resource can be filtered by. Which page it is belongs to the pages. */
export function listFilterParameters({ list, belongsTo }: ResourceDescription): readonly FilterParameter[] {
  if (list !== null) return list.parameters.filter((each) => each.in === 'query' && each.name !== list.pages?.parameter)
  return Object.keys(belongsTo).map((name) => ({ name, schema: { type: 'string' }, filters: name }))
}

/** Reads the filter of a list from its route. Words without a name search for the name. */
export function readListFilter(resource: ResourceDescription, query: PageRoute['query']): ListFilter {
  const sizeName = pagesOf(resource)?.size
  const size = query.limit === undefined || sizeName === undefined ? {} : { [sizeName]: query.limit }
  const parameters = listFilterParameters(resource)
  const names = parameters.map(({ name }) => name)
  const queryFields = Object.fromEntries(Object.entries(query).filter(([name]) => !OTHERS.includes(name)))
  const text = formatFilter({ fields: queryFields, text: query.q ?? '' })
  const parsed = parseFilter(text, names)
  const named = parameters.find(({ filters }) => filters === 'name')?.name
  const isName = /^[\w-]+=/.test(parsed.text) ? undefined : named
  if (parsed.text === '' || isName === undefined || parsed.fields[isName] !== undefined)
    return { text, fields: { ...size, ...parsed.fields }, ignored: parsed.text === '' ? [] : parsed.text.split(' ') }
  return { text, fields: { ...size, ...parsed.fields, [isName]: parsed.text }, ignored: [] }
}

/** Writes a filter into the query of a route: as fields if that says the same as the text. */
export function writeFilter(resource: ResourceDescription, text: string): Record<string, string | undefined> {
  const names = listFilterParameters(resource).map(({ name }) => name)
  const parsed = parseFilter(text, names)
  const hasAll = Object.entries(parsed.fields).every(([name, value]) => value !== '' && !isOwn(name))
  if (hasAll && formatFilter(parsed) === text) return { ...parsed.fields, q: parsed.text }
  return { q: text }
}

export function suggestFilters(resource: ResourceDescription): readonly string[] {
  return listFilterParameters(resource).flatMap(({ name, schema: { type, enum: values, examples = [] } }) => {
    const known = type === 'boolean' ? [true, false] : (values ?? examples)
    return known.length === 0 ? [`${name}=`] : known.map((value) => `${name}=${value}`)
  })
}
