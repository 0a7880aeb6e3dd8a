import { useRef, useState } from 'preact/hooks'
import type { Answer } from '../../../../../entries/client/index.ts'
import { type AnyRecord, recordsOf } from '../../../../../entries/client/remote/records-of.ts'
import { formatFilter, parseFilter } from '../../../components/forms/filter-field.tsx'
import { isObject } from '../../../components/forms/schema-kinds.ts'
import { useConsole } from '../../../page/console.ts'
import type { PageRoute, RouteTarget } from '../../../page/routes.ts'
import type { FieldSchema, ListParameter, ResourceDescription, Simulator } from '../../../store/api.ts'
import { idOf } from '../record.ts'

// An envelope may nest, and what is less deep comes first.
const MOST_LEVELS = 4

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
function writeFilter(resource: ResourceDescription, text: string): Record<string, string | undefined> {
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

/** A page of records: as the service lists them, with what the simulator knows of them. */
export interface ListPage {
  readonly request: ListRequest
  readonly status: number
  readonly milliseconds: number
  readonly rows: readonly AnyRecord[]
  /** The fields that the service returned, and their parts; undefined if it was not asked or returned no record. */
  readonly returned: readonly string[] | undefined
  /** How many records match, or undefined if nobody knows. */
  readonly matching: number | undefined
  /** How many records there are without the filter. */
  readonly total: number | undefined
  readonly answer: Answer | undefined
}

interface ListSource {
  simulator: Simulator
  resource: ResourceDescription
  filter: ListFilter
  request: ListRequest
}

export function readPage(source: ListSource): Promise<ListPage> {
  return source.request.isService ? askService(source) : readRecords(source)
}

async function readRecords({ simulator, resource, filter, request }: ListSource): Promise<ListPage> {
  const { limit: _limit, ...where } = filter.fields
  const { offset, limit } = request
  const began = performance.now()
  const { total, records } = await recordsOf(simulator, resource.name).page({ offset, limit, where })
  const milliseconds = performance.now() - began
  const hasFilter = Object.keys(where).length > 0
  return {
    ...{ request, status: 200, milliseconds, rows: records, returned: undefined, answer: undefined },
    matching: total,
    total: hasFilter ? undefined : total,
  }
}

async function askService(source: ListSource): Promise<ListPage> {
  const { simulator, resource, filter, request } = source
  const { path, query, offset, limit, isPaged } = request
  const answer = await simulator.ask({ path, query })
  const items = answer.status < 300 ? readItems(answer) : []
  const shown = isPaged ? items : items.slice(offset, offset + limit)
  const { page } = answer.explanation
  const isPart = !isPaged && page !== null && page.returned < page.matching
  // Nobody knows how the service continues such a list.
  if (isPart && query === '')
    return readRecords({ ...source, request: buildListRequest({ ...resource, list: null }, filter, offset) })
  const all = isPaged ? undefined : items.length
  return {
    ...{ request, answer, status: answer.status, milliseconds: answer.milliseconds },
    rows: await completeItems(shown, recordsOf(simulator, resource.name)),
    // A column can be a part of a field.
    returned: items[0] && [items[0], ...Object.values(items[0]).filter(isObject)].flatMap(Object.keys),
    matching: isPart ? all : (page?.matching ?? all),
    total: page?.total ?? all,
  }
}

/** Finds the records in a response: the list that it is, or the first one in it. */
function readItems({ body, isWhole }: Answer): readonly AnyRecord[] {
  return isWhole ? findItems([JSON.parse(body)], MOST_LEVELS) : []
}

function findItems(values: readonly unknown[], levels: number): readonly AnyRecord[] {
  const list = values.find(Array.isArray)
  if (list !== undefined || levels === 0) return (list ?? []).filter(isObject)
  return findItems(values.filter(isObject).flatMap(Object.values), levels - 1)
}

// Responses leave out fields that the simulator knows.
async function completeItems(items: readonly AnyRecord[], records: ReturnType<typeof recordsOf>) {
  const ids = items.flatMap((item) => idOf(item) ?? []).filter((id) => !id.includes(','))
  if (ids.length === 0) return items
  const stored = await records.page({ ids, limit: ids.length })
  const byId = new Map(stored.records.map((record) => [idOf(record), record]))
  return items.map((item) => ({ ...byId.get(idOf(item)), ...item }))
}

export type SteadyPage = ReturnType<typeof useSteadyPage>

interface SteadyOptions {
  readonly resource: string
  readonly isHeld: boolean
  readonly action: unknown
}

/**
 * Returns the page to show. Another request is shown at once, and so is a page with the same rows. Rows only
 * come, go or move while nobody holds the page, or because of one's own action.
 *
 * @param action the last action of one's own
 */
export function useSteadyPage(latest: ListPage | undefined, { resource, isHeld, action }: SteadyOptions) {
  const shown = useRef<{ resource: string; page: ListPage; action: unknown } | undefined>(undefined)
  const [, render] = useState(0)
  const before = shown.current?.resource === resource ? shown.current.page : undefined
  const isMoved = before !== undefined && latest !== undefined && wouldMove(before, latest)
  const isOwn = shown.current?.action !== action
  const isTaken = latest !== undefined && (!isMoved || !isHeld || isOwn)
  // Until the list has followed one's own action, the next page that moves is shown.
  if (isTaken)
    shown.current = { resource, page: latest, action: isMoved || before === undefined ? action : shown.current?.action }
  const page = isTaken ? latest : before
  return {
    page,
    /** Whether a newer page waits. */
    isOutdated: latest !== undefined && page !== latest,
    update() {
      if (latest !== undefined) shown.current = { resource, page: latest, action }
      render((count) => count + 1)
    },
  }
}

function wouldMove(before: ListPage, after: ListPage): boolean {
  if (before.request.path !== after.request.path || before.request.query !== after.request.query) return false
  return before.rows.map(({ id }) => id).join() !== after.rows.map(({ id }) => id).join()
}

/** The route of a list. */
export type ListRoute = ReturnType<typeof useListRoute>

/** Returns the route of the list of a resource. */
export function useListRoute(resource: ResourceDescription) {
  const { router } = useConsole()
  const { path, query } = router.route.value
  const { new: _new, ...rest } = query
  const { limit } = query
  const list = [resource.name]
  const offset = /^\d{1,9}$/.test(query.offset ?? '') ? Number(query.offset) : 0
  const go = (changed: RouteTarget['query'] = {}, id?: string) =>
    router.navigate({ view: 'data', path: id === undefined ? list : [resource.name, id], query: changed })
  const stay = path[1]
  return {
    offset,
    /** Filters the list anew, from its first page. */
    filter(text: string) {
      const filtered = { limit, ...writeFilter(resource, text) }
      router.navigate({ view: 'data', path: path.slice(0, 2), query: filtered }, { replace: true })
    },
    /** Leaves a parameter out of the filter; without a name, all of them. */
    drop(parameter?: string) {
      const { offset: _offset, ...fields } = rest
      // The size of the pages stays, unless it can be what the service rejects.
      const sizes = listPageSizes(resource).map(String)
      if (parameter === undefined) go({ limit: sizes.find((each) => each === limit) }, stay)
      else go({ ...fields, ...dropField(resource, fields, parameter) }, stay)
    },
    goTo: (next: number) => go({ ...rest, offset: next ? String(next) : undefined }, stay),
    resize: (limit: number) => go({ ...rest, offset: undefined, limit: String(limit) }, stay),
    open: (id: string) => go(rest, id),
    close: () => go(rest),
    create: () => go({ ...rest, new: 'yes' }),
  }
}

// A parameter may be a field of the route, or part of its text.
function dropField(resource: ResourceDescription, query: PageRoute['query'], parameter: string): RouteTarget['query'] {
  if (query[parameter] !== undefined) return { [parameter]: undefined }
  const { q = '' } = query
  const rest = q.replace(new RegExp(`(^|\\s)${parameter}=("[^"]*"|\\S*)`), ' ').trim()
  return rest === q ? { q: undefined } : writeFilter(resource, rest)
}
