// Cuts the traffic of a service into spans in which nothing has changed.

import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { toCanonicalId } from '../../../engine/input/schemas/uuid.ts'
import type { OperationName } from '../../../service/types.ts'
import { findOperation, type JsonObject, recordsOfBody } from '../records/ask.ts'
import { groupBy } from '../records/group-by.ts'
import { SURELY_MORE } from '../records/read-pages.ts'
import { LISTS, type RecordedName, singles } from '../records/sources.ts'
import type { Exchange, Traffic } from './traffic.ts'

/** A list that the traffic shows, whole or in part. */
export interface ShownList {
  readonly resource: RecordedName
  readonly operation: OperationName
  /** The texts of the placeholders in its path. */
  readonly values: Readonly<Record<string, string>>
  /** Its records by their ids, in their order if it is whole. */
  readonly records: ReadonlyMap<string, JsonObject>
  readonly isWhole: boolean
}

/** Lists by their keys. */
export type ShownLists = ReadonlyMap<string, ShownList>

/** Exchanges between which nothing has changed, as far as they show it. */
export interface Span {
  readonly exchanges: readonly Exchange[]
  readonly snapshot: ShownLists
}

/** The list that has the record of an operation that returns one. */
export const LIST_OF_SINGLE: ReadonlyMap<OperationName, OperationName> = new Map(
  Object.entries(singles).flatMap(([name, { operation }]) => {
    const found = [...LISTS].find(([, resource]) => resource === name)
    return found === undefined ? [] : [[operation, found[0]] as const]
  }),
)

/** Names a list. */
export function keyOfList(operation: OperationName, ids: readonly string[]): string {
  return JSON.stringify([operation, ...ids])
}

/** Returns the id of a record. */
export function recordIdOf({ id, provider_id, repository_id }: JsonObject): string {
  return toCanonicalId(String(id ?? provider_id ?? repository_id ?? ''))
}

/** What an exchange shows of a list. */
interface Shown extends Pick<ShownList, 'resource' | 'operation' | 'values'> {
  readonly key: string
  readonly records: readonly JsonObject[]
  /** Whether it is one of the records alone. */
  readonly isSingle: boolean
  /** Where its records are in the list; undefined if only some of the list were asked for. */
  readonly page: { readonly offset: number; readonly isLast: boolean } | undefined
}

/** Finds the list that an exchange shows something of. */
export function findShown({ operation, values, request, reply, body }: Exchange): Shown | undefined {
  if (reply.status !== 200 || request.method !== 'GET') return undefined
  const isSingle = LIST_OF_SINGLE.has(operation)
  const listing = LIST_OF_SINGLE.get(operation) ?? operation
  const resource = LISTS.get(listing)
  const records = isSingle ? [body].filter(isRecord) : recordsOfBody(body)
  if (resource === undefined || records === undefined) return undefined
  const parents = Object.entries(values).slice(0, isSingle ? -1 : undefined)
  const page = isSingle ? undefined : findPage(operation, request.query ?? '', records.length)
  const ids = parents.map(([, id]) => id)
  const key = keyOfList(listing, ids)
  return { key, resource, operation: listing, values: Object.fromEntries(parents), records, isSingle, page }
}

const MOST_LIMIT = 100

function findPage(name: OperationName, query: string, count: number): Shown['page'] {
  const parameters = new URLSearchParams(query)
  const isPaged = findOperation(name).parameters.offset !== undefined
  if (!isPaged) return query === '' ? { offset: 0, isLast: true } : undefined
  const texts = [...parameters]
  const isPlain = texts.every(([key, text]) => /^(?:limit|offset)$/.test(key) && /^\d{1,9}$/.test(text))
  if (!isPlain || new Set(parameters.keys()).size < texts.length) return undefined
  const limit = parameters.has('limit') ? Number(parameters.get('limit')) : undefined
  if (limit === 0 || (limit ?? 0) > MOST_LIMIT) return undefined
  const isLast = limit !== undefined && count < Math.min(limit, SURELY_MORE)
  return { offset: Number(parameters.get('offset') ?? 0), isLast }
}

// Whatever happens to records without a request of this traffic, such as a rollout, takes longer.
const LONGEST_SPAN = 60_000

/** Cuts traffic into spans: where a request may have changed something, and where a response shows that something has. */
export function cutSpans({ exchanges, mutations }: Traffic): readonly Span[] {
  const spans: Exchange[][] = []
  const deleted = new Set<string>()
  let facts = new Map<string, string>()
  let [start, busyUntil, place] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const exchange of exchanges) {
    const { from, to, values } = exchange
    for (let next = mutations[place]; next !== undefined && next.from <= to; next = mutations[place]) {
      if (next.deleted !== undefined) deleted.add(next.deleted)
      busyUntil = Math.max(busyUntil, next.to)
      start = Number.NEGATIVE_INFINITY
      place += 1
    }
    // It may be of before or after a change, and what is deleted can still be read for a while.
    if (busyUntil >= from || Object.values(values).some((id) => deleted.has(id))) continue
    const own = listFacts(exchange)
    if (from - start > LONGEST_SPAN || own.some(([key, fact]) => (facts.get(key) ?? fact) !== fact)) {
      spans.push([])
      facts = new Map()
      start = from
    }
    for (const [key, fact] of own) facts.set(key, fact)
    spans.at(-1)?.push(exchange)
  }
  return spans.map((each) => ({ exchanges: each, snapshot: takeSnapshot(each) }))
}

/** Lists what stays the same as long as nothing changes. */
function listFacts(exchange: Exchange): readonly (readonly [key: string, fact: string])[] {
  const { operation, request, reply, values } = exchange
  const { path, query = '' } = request
  const shown = findShown(exchange)
  const ids = shown?.records.map(recordIdOf) ?? []
  const [single] = Object.values(values).toReversed()
  return [
    [`${request.method} ${path}?${query}`, `${reply.status} ${ids.join(' ')}`],
    ...(LIST_OF_SINGLE.has(operation) && reply.status === 404 ? [[`there is ${single}`, 'no'] as const] : []),
    ...(shown?.records ?? []).flatMap((record, place) => {
      const id = recordIdOf(record)
      const position = shown?.page === undefined ? [] : [[`${shown.key} ${shown.page.offset + place}`, id] as const]
      return [
        ...position,
        [`there is ${id}`, 'yes'] as const,
        [`${shown?.isSingle ? operation : shown?.key} ${id}`, JSON.stringify(record)] as const,
        ...['name', 'status', 'updated_at'].flatMap((name) =>
          record[name] === undefined
            ? []
            : [[`${shown?.resource} ${id} ${name}`, JSON.stringify(record[name])] as const],
        ),
      ]
    }),
  ]
}

function takeSnapshot(exchanges: readonly Exchange[]): ShownLists {
  const byKey = groupBy(
    exchanges.flatMap((exchange) => findShown(exchange) ?? []),
    ({ key }) => key,
  )
  return new Map(Array.from(byKey, ([key, all]) => [key, joinShown(all)]))
}

/** Joins what is shown of a list. It is whole if no place before its end is unknown. */
function joinShown(all: readonly Shown[]): ShownList {
  const places = new Map<number, string>()
  const ends: number[] = []
  for (const { page, records } of all) {
    if (page === undefined) continue
    for (const [place, record] of records.entries()) places.set(page.offset + place, recordIdOf(record))
    if (page.isLast) ends.push(page.offset + records.length)
  }
  const inOrder = [...places].toSorted(([one], [other]) => one - other)
  const known = new Map<string, JsonObject>(inOrder.map(([, id]) => [id, {}]))
  // Alone, a record has all of its fields.
  for (const { records } of all.toSorted((one, other) => Number(one.isSingle) - Number(other.isSingle))) {
    for (const record of records) known.set(recordIdOf(record), { ...known.get(recordIdOf(record)), ...record })
  }
  const isWhole = inOrder.every(([place], index) => place === index) && places.size === Math.min(...ends)
  const [{ resource, operation, values }] = all as [Shown]
  return { resource, operation, values, records: known, isWhole: isWhole && known.size === places.size }
}
