// The records of one moment, sorted, with lists for the filters.

import { type BoundedMap, createBoundedMap } from '../../limits/bounded-map.ts'
import type { Steps } from '../../limits/steps.ts'
import { createSharedMap, type SharedMap } from '../rows/shared-map.ts'
import type { Change } from '../tables/table.ts'
import {
  buildMatcher,
  type Condition,
  type IndexedFields,
  isTextSearch,
  listConditionKeys,
  listRecordKeys,
  listRecordValues,
  type Summary,
  toKey,
} from './filter.ts'
import { createOrderedList, type OrderedList } from './ordered-list.ts'
import { type Order, type Placed, sortInSteps, sortPlaced } from './ordering.ts'

/** The matches of a filter, which are found lazily. */
export interface Matches {
  /** Returns at most `limit` matches, from a position on. */
  slice(start: number, limit: number): Summary[]
  count(): number
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
  /** An estimate of its bytes, without those of the index that it was created from. */
  readonly bytes: number
  /** Returns the matches of a filter, and caches those of the last hundred. `find` saves a filter by ids a search. */
  find(conditions: readonly Condition[], find?: (id: string) => Summary | undefined): Matches
  with(changes: readonly Change<Summary>[]): ListingIndex
  /** Drops the cached matches, which are unlikely to be needed again. */
  forget(): void
}

type List = OrderedList<Summary>

interface Parts {
  place(item: Summary): Placed<Summary>
  sort(items: Iterable<Summary>): Placed<Summary>[]
  all: List
  fields: IndexedFields
  /** For each key: the list of the records that have it. */
  byKey: SharedMap<List>
  /** The same for the records that it began with, unless a list has changed since. */
  first: ReadonlyMap<string, List>
  none: List
  bytes: number
}

const FILTERS_KEPT = 100
const MOST_KEY = 2000
// A filter may match every record. At most this many matches per record are cached.
const FOUND_PER_RECORD = 2
const LEAST_FOUND = 10_000
// The bytes of a changed list that it does not share: at most one block, and the list of its blocks.
const LIST_BYTES = 1024
const POINTER_BYTES = 8
// To join the texts of so many records takes longer than a request may take.
const MANY = 100_000
const MOST_BLOCK_BYTES = 8 * 1024
const LISTED_PER_BYTE = 64
const KEY_BYTES = 48

/** Creates the index of records in an order, in steps. */
export function* createListingIndex(
  records: Iterable<Summary>,
  { order, fields }: { order: Order; fields: IndexedFields },
): Steps<ListingIndex> {
  const createList = (entries: readonly Placed<Summary>[]): List => createOrderedList(order, entries)
  const sorted = yield* sortInSteps(order, records)
  const groups = new Map<string, List>()
  for (const [key, entries] of yield* groupByKey(sorted, fields)) {
    groups.set(key, createList(entries))
    yield
  }
  const all = createList(sorted)
  const searched = all.size < MANY ? [] : Object.keys(fields).filter((field) => fields[field] === 'text')
  for (const field of searched) yield* all.join(field)
  return joinParts({
    place: (item) => ({ item, key: order.keyOf(item) }),
    sort: (items) => sortPlaced(order, items),
    all,
    fields,
    byKey: createSharedMap(),
    first: groups,
    none: createList([]),
    bytes: 0,
  })
}

function joinParts(parts: Parts): ListingIndex {
  const kept = createBoundedMap<string, Matches>({ most: FILTERS_KEPT })
  return {
    size: parts.all.size,
    bytes: parts.bytes,
    find(conditions, find) {
      const key = JSON.stringify(conditions)
      dropExcess(kept, Math.max(LEAST_FOUND, FOUND_PER_RECORD * parts.all.size))
      const known = kept.use(key)
      if (known !== undefined) return known
      const matches = search(parts, conditions, find)
      // Nothing counts their bytes.
      if (key.length <= MOST_KEY) kept.set(key, matches)
      return matches
    },
    with: (changes) => joinParts(applyChanges(parts, changes)),
    forget: kept.clear,
  }
}

function applyChanges(parts: Parts, changes: readonly Change<Summary>[]): Parts {
  let { all } = parts
  let bytes = 0
  const changed = new Map<string, List>()
  const { place, fields, byKey } = parts
  const listOf = (key: string): List => changed.get(key) ?? findList(parts, key)
  const count = (list: List): List => {
    bytes += LIST_BYTES + Math.min(list.size * POINTER_BYTES, MOST_BLOCK_BYTES) + list.size / LISTED_PER_BYTE
    return list
  }
  for (const { removed, added } of changes) {
    if (removed !== undefined) {
      all = count(all.without(place(removed)))
      for (const key of listRecordKeys(removed, fields)) changed.set(key, count(listOf(key).without(place(removed))))
    }
    if (added !== undefined) {
      all = count(all.with(place(added)))
      for (const key of listRecordKeys(added, fields)) changed.set(key, count(listOf(key).with(place(added))))
    }
  }
  bytes += changed.size * KEY_BYTES
  let lists = byKey
  for (const [key, list] of changed) lists = lists.set(key, list)
  return { ...parts, all, byKey: lists, bytes: Math.ceil(bytes) }
}

function search(
  parts: Parts,
  conditions: readonly Condition[],
  find: ((id: string) => Summary | undefined) | undefined,
): Matches {
  const byId = conditions.find(({ field, match }) => field === 'id' && match === 'oneOf')
  if (byId?.match === 'oneOf' && find !== undefined) {
    const named = [...new Set(byId.value)].flatMap((id) => find(id) ?? [])
    const found = named.filter(buildMatcher(conditions))
    return collect(parts.sort(found).map(({ item }) => item))
  }
  const { list, isExact } = findShortest(parts, conditions)
  if (isExact) return { slice: list.slice, count: () => list.size, found: () => 0 }
  return collect(listCandidates(list, conditions, parts.fields), buildMatcher(conditions))
}

function findList({ byKey, first, none }: Parts, key: string): List {
  return byKey.get(key) ?? first.get(key) ?? none
}

function listCandidates(list: List, conditions: readonly Condition[], fields: IndexedFields): Iterable<Summary> {
  const searched = conditions.filter(isTextSearch).find(({ field }) => fields[field] === 'text')
  return searched === undefined ? list.items() : list.search(searched.field, searched)
}

// Returns the shortest list that contains all matches of conditions, and whether it contains nothing else.
function findShortest(parts: Parts, conditions: readonly Condition[]): { list: List; isExact: boolean } {
  const keys = listConditionKeys(conditions, parts.fields)
  const lists = keys.map((key) => findList(parts, key))
  const list = lists.reduce((shortest, each) => (each.size < shortest.size ? each : shortest), parts.all)
  return { list, isExact: keys.length === conditions.length && keys.length < 2 }
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
    for (const [value, group] of byValue) groups.set(toKey(field, value), group)
  }
  return groups
}

function collect(candidates: Iterable<Summary>, isMatch: (item: Summary) => boolean = () => true): Matches {
  const source = candidates[Symbol.iterator]()
  const found: Summary[] = []
  let isDone = false
  const findUpTo = (count: number): void => {
    while (!isDone && found.length < count) {
      const { done, value } = source.next()
      if (done) isDone = true
      else if (isMatch(value)) found.push(value)
    }
  }
  return {
    slice(start, limit) {
      findUpTo(start + limit)
      return found.slice(start, start + limit)
    },
    count() {
      findUpTo(Number.POSITIVE_INFINITY)
      return found.length
    },
    found: () => found.length,
  }
}

/** Drops the matches that were used longest ago until there are few enough. They grow while they are read. */
function dropExcess(kept: BoundedMap<string, Matches>, most: number): void {
  let found = 0
  for (const matches of kept.values()) found += matches.found()
  while (found > most) found -= kept.shift()?.found() ?? found
}
