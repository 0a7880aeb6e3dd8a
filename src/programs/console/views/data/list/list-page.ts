import { useRef, useState } from 'preact/hooks'
import type { Answer } from '../../../../../entries/client/index.ts'
import { type AnyRecord, recordsOf } from '../../../../../entries/client/remote/records-of.ts'
import { isObject } from '../../../components/forms/schema-kinds.ts'
import type { ResourceDescription, Simulator } from '../../../store/api.ts'
import { idOf } from '../record.ts'
import { buildListRequest, type ListFilter, type ListRequest } from './list-request.ts'

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

// An envelope may nest, and what is less deep comes first.
const MOST_LEVELS = 4

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

/**
 * Returns the page to show. Another request is shown at once, and so is a page with the same rows. Rows only
 * come, go or move while nobody holds the page, or because of one's own action.
 *
 * @param action the last action of one's own
 */
export function useSteadyPage(
  latest: ListPage | undefined,
  { resource, isHeld, action }: { resource: string; isHeld: boolean; action: unknown },
) {
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
