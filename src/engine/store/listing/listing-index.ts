// The records of one moment, sorted, with lists for the filters.

import { type BoundedMap, createBoundedMap } from '../../limits/bounded-map.ts'
import { finish, type Steps } from '../../work/steps.ts'
import { createSharedMap, type SharedMap } from '../shared-map.ts'
import {
  buildMatcher,
  type Condition,
  type Filter,
  type IndexedFields,
  isTextSearch,
  keyOfValue,
  listConditionKeys,
  listRecordKeys,
  listRecordValues,
  type Replacement,
  type Summary,
} from './filter.ts'
import { createOrderedList, type OrderedList } from './ordered-list.ts'
import { type Order, type Placed, sortInSteps, sortPlaced } from './ordering.ts'

/** The matches of a filter, which are found lazily. */
export interface Matches {
  /** Returns at most `limit` matches, from a position on. */
  slice(start: number, limit: number): Summary[]
  count(): number
  /** Finds so many matches in steps, or all if there are fewer, and stores them. */
  find(count: number): Steps<void>
  /** How many matches were found and stored so far. */
  found(): number
}

/**
 * The records of one resource at one moment, ordered and indexed for filters. It is immutable, so a
 * reference to it keeps that moment. A change creates another index, which shares most of its data.
 */
export interface ListingIndex {
  /** How many records there are. */
  readonly size: number
  /**
   * Returns the matches of a filter, or those on one side of a record from there on, and caches those of the last
   * hundred. `find` saves a filter by ids a search.
   */
  find(filter: Filter, find?: (id: string) => Summary | undefined, side?: Side): Matches
  /** Returns the index after some changes. */
  follow(changes: Iterable<Replacement<Summary>>): Steps<ListingIndex>
  /** Drops everything that can be found again: the cached matches, and the texts that were joined for searches. */
  drop(): void
}

type List = OrderedList<Summary>

/** The records that come after a record, or those that come before it, the nearest first. */
export type Side = { readonly after: Summary } | { readonly before: Summary }

interface IndexParts {
  order: Order
  all: List
  fields: IndexedFields
  /** For each key: the list of the records that have it. */
  byKey: SharedMap<List>
  /** The same for the records that it began with, unless a list has changed since. */
  first: ReadonlyMap<string, List>
  none: List
}

const FILTERS_KEPT = 100
// A filter may match every record, or name many values. At most this many matches per record are cached.
const FOUND_PER_RECORD = 2
const LEAST_FOUND = 1000
const POINTER_BYTES = 8
// A list shorter than all by this factor is searched instead of all, whose texts are usually joined already.
const MUCH_SHORTER = 8
// Searching so many blocks takes a millisecond or two.
const BLOCKS_PER_STEP = 10

interface IndexForm {
  readonly order: Order
  readonly fields: IndexedFields
}

/** Creates the index of records in an order, in steps. */
export function* createListingIndex(records: Iterable<Summary>, { order, fields }: IndexForm): Steps<ListingIndex> {
  const createList = (entries: readonly Placed<Summary>[]): List => createOrderedList(order, entries)
  const sorted = yield* sortInSteps(order, records)
  const groups = new Map<string, List>()
  for (const [key, entries] of yield* groupByKey(sorted, fields)) {
    groups.set(key, createList(entries))
    yield
  }
  return joinParts({
    order,
    all: createList(sorted),
    fields,
    byKey: createSharedMap(),
    first: groups,
    none: createList([]),
  })
}

function joinParts(parts: IndexParts): ListingIndex {
  const kept = createBoundedMap<string, Matches>({ most: FILTERS_KEPT })
  return {
    size: parts.all.size,
    find(filter, find, side) {
      const key = JSON.stringify(filter) + (side === undefined ? '' : writeSide(side))
      const matches = kept.get(key) ?? (side === undefined ? search(parts, filter, find) : walk(parts, filter, side))
      kept.set(key, matches)
      // Nothing counts their bytes.
      dropExcess(kept, key, Math.max(LEAST_FOUND, FOUND_PER_RECORD * parts.all.size))
      return matches
    },
    follow: (changes) => follow(parts, changes),
    drop() {
      kept.clear()
      parts.all.forget()
      for (const list of parts.first.values()) list.forget()
      for (const [, list] of parts.byKey.entries()) list.forget()
    },
  }
}

// So many changes take a few milliseconds.
const CHANGES_PER_STEP = 256

function* follow(parts: IndexParts, changes: Iterable<Replacement<Summary>>): Steps<ListingIndex> {
  const moves = { without: [] as Summary[], with: [] as Summary[] }
  for (const { removed, added } of changes) {
    if (removed !== undefined) moves.without.push(removed)
    if (added !== undefined) moves.with.push(added)
    yield
  }
  let next = parts
  for (const how of ['without', 'with'] as const) {
    // Neighbours change the same blocks.
    const sorted = yield* sortInSteps(parts.order, moves[how])
    for (let start = 0; start < sorted.length; start += CHANGES_PER_STEP) {
      next = move(next, how, sorted.slice(start, start + CHANGES_PER_STEP))
      yield
    }
  }
  return joinParts(next)
}

function move(parts: IndexParts, how: 'with' | 'without', entries: readonly Placed<Summary>[]): IndexParts {
  const byKey = new Map<string, Placed<Summary>[]>()
  for (const entry of entries) {
    for (const key of listRecordKeys(entry.item, parts.fields)) {
      const known = byKey.get(key)
      if (known === undefined) byKey.set(key, [entry])
      else known.push(entry)
    }
  }
  let lists = parts.byKey
  for (const [key, some] of byKey) lists = lists.set(key, findList(parts, key).change(how, some))
  return { ...parts, all: parts.all.change(how, entries), byKey: lists }
}

function search(
  parts: IndexParts,
  conditions: Filter,
  find: ((id: string) => Summary | undefined) | undefined,
): Matches {
  if (conditions === 'nothing') return collect([])
  const byId = conditions.find(({ field, match }) => field === 'id' && match === 'oneOf')
  if (byId?.match === 'oneOf' && find !== undefined) {
    const named = [...new Set(byId.value)].flatMap((id) => find(String(id)) ?? [])
    const found = named.filter(buildMatcher(conditions))
    return collect(sortPlaced(parts.order, found).map(({ item }) => item))
  }
  const { list, rest } = findShortest(parts, conditions)
  if (rest.length === 0) return { slice: list.slice, count: () => list.size, *find() {}, found: () => 0 }
  const searched = conditions.filter(isTextSearch).find(({ field }) => parts.fields[field] === 'text')
  const isShort = searched === undefined || list.size * MUCH_SHORTER < parts.all.size
  return collect((isShort ? list : parts.all).search(searched), buildMatcher(isShort ? rest : conditions))
}

function writeSide(side: Side): string {
  return 'after' in side ? ` after ${side.after.id}` : ` before ${side.before.id}`
}

function walk(parts: IndexParts, conditions: Filter, side: Side): Matches {
  if (conditions === 'nothing') return collect([])
  const { list, rest } = findShortest(parts, conditions)
  const isForward = 'after' in side
  const item = isForward ? side.after : side.before
  const entry = { item, key: parts.order.keyOf(item) }
  return collect(list.from(entry, isForward), buildMatcher(rest))
}

function findList({ byKey, first, none }: IndexParts, key: string): List {
  return byKey.get(key) ?? first.get(key) ?? none
}

// Returns the shortest list that contains all matches of conditions, and the conditions that others of it may not fulfil.
function findShortest(parts: IndexParts, conditions: readonly Condition[]): { list: List; rest: readonly Condition[] } {
  const { all, fields } = parts
  let shortest = all
  const keyed: { readonly condition: Condition; readonly lists: List[] }[] = []
  for (const condition of conditions) {
    const lists: List[] = []
    keyed.push({ condition, lists })
    for (const key of listConditionKeys(condition, fields)) {
      const list = findList(parts, key)
      lists.push(list)
      if (list.size < shortest.size) shortest = list
    }
  }
  // The list of its only key has all that fulfil a condition, and nothing else.
  const open = keyed.filter(
    ({ lists: [only, ...more] }) =>
      only === undefined || more.length > 0 || (only !== shortest && only.size !== all.size),
  )
  return { list: shortest, rest: open.map(({ condition }) => condition) }
}

function* groupByKey(sorted: readonly Placed<Summary>[], fields: IndexedFields): Steps<Map<string, Placed<Summary>[]>> {
  const groups = new Map<string, Placed<Summary>[]>()
  for (const field of Object.keys(fields)) {
    const byValue = new Map<unknown, Placed<Summary>[]>()
    for (const entry of sorted) {
      for (const value of listRecordValues(entry.item, field, fields)) {
        const group = byValue.get(value)
        if (group === undefined) byValue.set(value, [entry])
        else group.push(entry)
      }
      yield
    }
    for (const [value, group] of byValue) groups.set(keyOfValue(field, value), group)
  }
  return groups
}

function collect(candidates: Iterable<Summary | undefined>, isMatch: (item: Summary) => boolean = () => true): Matches {
  const source = candidates[Symbol.iterator]()
  const found: Summary[] = []
  let blocks = 0
  let isDone = false
  const find = function* (count: number): Steps<void> {
    while (!isDone && found.length < count) {
      const { done, value } = source.next()
      if (done) isDone = true
      else if (value !== undefined && isMatch(value)) found.push(value)
      if (value === undefined && ++blocks % BLOCKS_PER_STEP === 0) yield
    }
  }
  return {
    find,
    slice(start, limit) {
      finish(find(start + limit))
      return found.slice(start, start + limit)
    },
    count() {
      finish(find(Number.POSITIVE_INFINITY))
      return found.length
    },
    found: () => found.length,
  }
}

/** Drops the matches that were used longest ago until there are few enough, or one. They grow while they are read. */
function dropExcess(kept: BoundedMap<string, Matches>, newest: string, most: number): void {
  const measure = (key: string, matches: Matches) => key.length / POINTER_BYTES + matches.found()
  let size = 0
  for (const [key, matches] of kept.entries()) size += measure(key, matches)
  for (const [key, matches] of kept.entries()) {
    if (size <= most || key === newest) return
    size -= measure(key, matches)
    kept.take(key)
  }
}
