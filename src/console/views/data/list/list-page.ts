// Reads a page of records: as the service lists them, with what the simulator knows of them.

import type { Answer } from '../../../../client/index.ts'
import { isObject } from '../../../components/forms/schema-kinds.ts'
import type { ResourceDescription, Simulator } from '../../../store/api.ts'
import { type AnyRecord, recordsOf } from '../record.ts'
import type { ListFilter } from './list-filter.ts'
import type { ListRequest } from './list-request.ts'

/** A page of records. */
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
  /** What the service said. */
  readonly answer: Answer | undefined
}

export interface ListSource {
  simulator: Simulator
  resource: ResourceDescription
  filter: ListFilter
  request: ListRequest
}

/** Reads a page of records. */
export function readPage(source: ListSource): Promise<ListPage> {
  return source.request.isService ? askService(source) : readRecords(source)
}

async function readRecords({ simulator, resource, filter, request }: ListSource): Promise<ListPage> {
  const { limit: _, ...where } = filter.fields
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

async function askService({ simulator, resource, request }: ListSource): Promise<ListPage> {
  const { path, query, offset, limit, isPaged } = request
  const answer = await simulator.ask({ path, query })
  const items = answer.status < 300 ? readItems(answer) : []
  const shown = isPaged ? items : items.slice(offset, offset + limit)
  const { page } = answer.explanation
  const all = isPaged ? undefined : items.length
  return {
    ...{ request, answer, status: answer.status, milliseconds: answer.milliseconds },
    rows: await completeItems(shown, recordsOf(simulator, resource.name)),
    // A column can be a part of a field.
    returned: items[0] && [items[0], ...Object.values(items[0]).filter(isObject)].flatMap(Object.keys),
    matching: page?.matching ?? all,
    total: page?.total ?? all,
  }
}

/** Finds the records in a response: the list that it is, or the first one in it. */
function readItems({ body, isWhole }: Answer): readonly AnyRecord[] {
  if (!isWhole) return []
  const value: unknown = JSON.parse(body)
  const lists = isObject(value) ? Object.values(value) : [value]
  return (lists.find(Array.isArray) ?? []).filter(isObject)
}

// Responses leave out fields that the simulator knows.
async function completeItems(
  items: readonly AnyRecord[],
  records: ReturnType<typeof recordsOf>,
): Promise<readonly AnyRecord[]> {
  const ids = items.flatMap(({ id }) => (typeof id === 'string' && !id.includes(',') ? id : []))
  if (ids.length === 0) return items
  const stored = await records.page({ ids, limit: ids.length })
  const byId = new Map(stored.records.map((record) => [record.id, record]))
  return items.map((item) => ({ ...byId.get(item.id), ...item }))
}
