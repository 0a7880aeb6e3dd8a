import type { DeploymentSummary } from '../records/deployment.ts'
import type { Steps } from '../steps.ts'
import { buildMatcher, type DeploymentFilter, listEqualities } from './filter.ts'
import { createOrderedList, type OrderedList } from './ordered-list.ts'
import { createOrder, type Ordering, type Placed, sortInSteps, sortPlaced } from './ordering.ts'
import { createSharedMap, type SharedMap } from './shared-map.ts'
import type { Change } from './table.ts'

/** The matches of a filter, which are found lazily. */
export interface Matches {
  /** Returns at most `limit` matches, from a position on. */
  slice(start: number, limit: number): DeploymentSummary[]
  count(): number
  /** How many matches were found and stored so far. */
  found(): number
}

/** The orders in which deployments can be listed. */
export type DeploymentOrdering = Exclude<Ordering, 'added'>

/**
 * The deployments of a world at one moment, ordered and indexed for filters. It is immutable, so a
 * reference to it keeps that moment. A change creates another index, which shares most of its data.
 */
export interface ListingIndex {
  /** How many deployments there are. */
  readonly size: number
  /** An estimate of its bytes, without those of the index that it was created from. */
  readonly bytes: number
  /**
   * Returns the matches of a filter. It caches the matches of the last hundred filters, or of fewer if
   * they contain many deployments.
   *
   * @param find returns the deployment with an id, so that a filter by ids needs no search
   */
  find(filter: DeploymentFilter, find?: (id: string) => DeploymentSummary | undefined): Matches
  with(changes: readonly Change<DeploymentSummary>[]): ListingIndex
  /** Drops the cached matches, which are unlikely to be needed again. */
  forget(): void
}

type List = OrderedList<DeploymentSummary>

interface Parts {
  place(item: DeploymentSummary): Placed<DeploymentSummary>
  sort(items: Iterable<DeploymentSummary>): Placed<DeploymentSummary>[]
  all: List
  /** For each equality: the list of its matches. */
  byEquality: SharedMap<List>
  none: List
  bytes: number
}

const FILTERS_KEPT = 100
// A filter may match every deployment. At most this many matches per deployment are cached.
const FOUND_PER_DEPLOYMENT = 2
const LEAST_FOUND = 10_000
// The bytes of a changed list that it does not share: at most one block, and the list of its blocks.
const LIST_BYTES = 1024
const POINTER_BYTES = 8
const MOST_BLOCK_BYTES = 8 * 1024
const LISTED_PER_BYTE = 64
const EQUALITY_BYTES = 48

/** Creates the index of deployments, in steps. */
export function* createListingIndex(
  deployments: Iterable<DeploymentSummary>,
  { ordering, seed }: { ordering: DeploymentOrdering; seed: number },
): Steps<ListingIndex> {
  const order = createOrder(ordering, seed)
  const sort = (items: Iterable<DeploymentSummary>) => sortPlaced<DeploymentSummary>(order, items)
  const createList = (entries: readonly Placed<DeploymentSummary>[]): List =>
    createOrderedList<DeploymentSummary>(order, entries)
  const sorted = yield* sortInSteps<DeploymentSummary>(order, deployments)
  const groups: [string, List][] = []
  for (const [equality, entries] of yield* groupByEquality(sorted)) {
    groups.push([equality, createList(entries)])
    yield
  }
  return joinParts({
    place: (item) => ({ item, key: order.keyOf(item) }),
    sort,
    all: createList(sorted),
    byEquality: createSharedMap(groups),
    none: createList([]),
    bytes: 0,
  })
}

function joinParts(parts: Parts): ListingIndex {
  const kept = new Map<string, Matches>()
  return {
    size: parts.all.size,
    bytes: parts.bytes,
    find(filter, find) {
      dropExcess(kept, Math.max(LEAST_FOUND, FOUND_PER_DEPLOYMENT * parts.all.size))
      return remember(kept, JSON.stringify(filter), () => search(parts, filter, find))
    },
    with: (changes) => joinParts(applyChanges(parts, changes)),
    forget: () => kept.clear(),
  }
}

function applyChanges(parts: Parts, changes: readonly Change<DeploymentSummary>[]): Parts {
  let { all } = parts
  let bytes = 0
  const changed = new Map<string, List>()
  const { place, none, byEquality } = parts
  const listOf = (equality: string): List => changed.get(equality) ?? byEquality.get(equality) ?? none
  const count = (list: List): List => {
    bytes += LIST_BYTES + Math.min(list.size * POINTER_BYTES, MOST_BLOCK_BYTES) + list.size / LISTED_PER_BYTE
    return list
  }
  for (const { removed, added } of changes) {
    if (removed !== undefined) {
      all = count(all.without(place(removed)))
      for (const equality of listEqualitiesOf(removed)) {
        changed.set(equality, count(listOf(equality).without(place(removed))))
      }
    }
    if (added !== undefined) {
      all = count(all.with(place(added)))
      for (const equality of listEqualitiesOf(added)) {
        changed.set(equality, count(listOf(equality).with(place(added))))
      }
    }
  }
  bytes += changed.size * EQUALITY_BYTES
  return { ...parts, all, byEquality: byEquality.with(changed), bytes: Math.ceil(bytes) }
}

function search(
  parts: Parts,
  filter: DeploymentFilter,
  find: ((id: string) => DeploymentSummary | undefined) | undefined,
): Matches {
  const { deployment_ids, ...others } = filter
  if (deployment_ids !== undefined && find !== undefined) {
    const named = [...new Set(deployment_ids)].flatMap((id) => find(id) ?? [])
    const found = named.filter(buildMatcher(others))
    return collect(parts.sort(found).map(({ item }) => item))
  }
  const { list, isExact } = findShortest(parts, filter)
  if (isExact) return { slice: list.slice, count: () => list.size, found: () => 0 }
  const candidates = filter.name === undefined ? list.items() : list.search(filter.name)
  return collect(candidates, buildMatcher(filter))
}

// Returns the shortest list that contains all matches of a filter, and whether it contains nothing else.
function findShortest({ all, byEquality, none }: Parts, filter: DeploymentFilter): { list: List; isExact: boolean } {
  const equalities = listEqualities(filter)
  const lists = equalities.map((equality) => byEquality.get(equality) ?? none)
  const list = lists.reduce((shortest, each) => (each.size < shortest.size ? each : shortest), all)
  return { list, isExact: equalities.length === Object.keys(filter).length && equalities.length < 2 }
}

function* groupByEquality(
  sorted: readonly Placed<DeploymentSummary>[],
): Steps<Map<string, Placed<DeploymentSummary>[]>> {
  const groups = new Map<string, Placed<DeploymentSummary>[]>()
  for (const entry of sorted) {
    for (const equality of listEqualitiesOf(entry.item)) {
      const group = groups.get(equality)
      if (group === undefined) groups.set(equality, [entry])
      else group.push(entry)
    }
    yield
  }
  return groups
}

// The equalities that a deployment matches, each of which has a list.
function listEqualitiesOf(item: DeploymentSummary): string[] {
  const { status, deployment_type, remote_reconciled, image_version, tag_value_ids } = item
  const single: DeploymentFilter = { status, deployment_type, remote_reconciled }
  return [
    ...listEqualities(single),
    ...(image_version === null ? [] : listEqualities({ image_version: { match: 'exact', text: image_version } })),
    ...new Set(tag_value_ids.flatMap((id) => listEqualities({ tag_value_ids: { match: 'any', ids: [id] } }))),
  ]
}

/** Finds matches one by one, and stores them. */
function collect(
  candidates: Iterable<DeploymentSummary>,
  isMatch: (item: DeploymentSummary) => boolean = () => true,
): Matches {
  const source = candidates[Symbol.iterator]()
  const found: DeploymentSummary[] = []
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

// The least recently used ones are at the front.
function dropExcess(kept: Map<string, Matches>, most: number): void {
  let found = 0
  for (const matches of kept.values()) found += matches.found()
  for (const [key, matches] of kept) {
    if (found <= most) return
    found -= matches.found()
    kept.delete(key)
  }
}

function remember(kept: Map<string, Matches>, key: string, find: () => Matches): Matches {
  const matches = kept.get(key) ?? find()
  // Removed and added again, so that the least recently used ones are at the front.
  kept.delete(key)
  kept.set(key, matches)
  if (kept.size > FILTERS_KEPT) kept.delete(kept.keys().next().value ?? key)
  return matches
}
