import type { Deployment, DeploymentSummary } from '../records/deployment.ts'
import { type DeploymentFilter, listEqualities, matchesFilter } from './filter.ts'
import { createOrderedList, type OrderedList } from './ordered-list.ts'
import { createOrder, type Ordering, type Placed, sortPlaced } from './ordering.ts'
import type { Change, Table } from './table.ts'

/** A page of a filtered list. */
export interface ListingPage {
  /** The ids of the page's records. */
  ids: readonly string[]
  /** Whether anything follows the page. */
  hasMore: boolean
  /** How many records the filter leaves, on all pages together. It takes time to count them. */
  countAll(): number
}

export interface DeploymentListing {
  /**
   * Cuts a page out of the filtered deployments; `nothing` is what no deployment matches.
   *
   * @param window `offset` is how many records to pass over, any number from 0 up
   */
  page(filter: DeploymentFilter | 'nothing', window: { offset: bigint; limit: number }): ListingPage
}

/** The matches of a filter, found as far as somebody wanted them. */
interface Matches {
  /** At most `limit` of them from a place on. */
  slice(start: number, limit: number): DeploymentSummary[]
  count(): number
}

const FILTERS_KEPT = 100
const NO_MATCHES: Matches = { slice: () => [], count: () => 0 }

/**
 * Creates the list of a world's deployments: filtered, then ordered, then cut into pages.
 *
 * It is ordered once and then follows every change. The deployments of each status, type,
 * image version, tag value and so on are ordered lists of their own, so that a filter begins
 * with the shortest list that has all its matches, and stops when the page is full. What was
 * found for a filter is kept until the next change.
 */
export function createDeploymentListing(
  table: Table<Deployment, DeploymentSummary>,
  { ordering, seed }: { ordering: Exclude<Ordering, 'added'>; seed: number },
): DeploymentListing {
  const order = createOrder(ordering, seed)
  const place = (item: DeploymentSummary): Placed<DeploymentSummary> => ({ item, key: order.keyOf(item) })
  const kept = new Map<string, Matches>()
  let index: ListingIndex | undefined

  const buildIndex = (): ListingIndex => {
    const sorted = sortPlaced<DeploymentSummary>(order, table.summaries())
    return createIndex(sorted, (entries) => createOrderedList<DeploymentSummary>(order, entries))
  }
  const find = (filter: DeploymentFilter): Matches => {
    index ??= buildIndex()
    const { deployment_ids, ...others } = filter
    if (deployment_ids !== undefined) {
      const wanted = new Set(deployment_ids)
      const named = [...wanted].flatMap((id) => index?.get(id) ?? [])
      const found = named.filter((item) => matchesFilter(item, others))
      return collect(sortPlaced<DeploymentSummary>(order, found).map(({ item }) => item))
    }
    const { list, isExact } = index.shortestFor(others)
    if (isExact) return { slice: list.slice, count: () => list.size }
    const candidates = others.name === undefined ? list.items() : list.search(others.name)
    return collect(candidates, (item) => matchesFilter(item, others))
  }

  table.watch((change) => {
    kept.clear()
    index?.apply(change, place)
  })

  return {
    page(filter, { offset, limit }) {
      const matches = filter === 'nothing' ? NO_MATCHES : remember(kept, JSON.stringify(filter), () => find(filter))
      const start = Number(offset)
      const found = start > table.count() ? [] : matches.slice(start, limit + 1)
      return {
        ids: found.slice(0, limit).map(({ id }) => id),
        hasMore: found.length > limit,
        countAll: matches.count,
      }
    },
  }
}

interface ListingIndex {
  get(id: string): DeploymentSummary | undefined
  /** The shortest list that has all matches of a filter, and whether it has nothing else. */
  shortestFor(filter: DeploymentFilter): { list: OrderedList<DeploymentSummary>; isExact: boolean }
  apply(change: Change<DeploymentSummary>, place: (item: DeploymentSummary) => Placed<DeploymentSummary>): void
}

function createIndex(
  sorted: readonly Placed<DeploymentSummary>[],
  createList: (entries: readonly Placed<DeploymentSummary>[]) => OrderedList<DeploymentSummary>,
): ListingIndex {
  const all = createList(sorted)
  const none = createList([])
  const byId = new Map(sorted.map(({ item }) => [item.id, item]))
  const byEquality = new Map<string, OrderedList<DeploymentSummary>>()
  for (const [equality, entries] of groupByEquality(sorted)) byEquality.set(equality, createList(entries))

  const listFor = (equality: string): OrderedList<DeploymentSummary> => {
    const list = byEquality.get(equality) ?? createList([])
    byEquality.set(equality, list)
    return list
  }

  return {
    get: (id) => byId.get(id),
    shortestFor(filter) {
      const equalities = listEqualities(filter)
      const lists = equalities.map((equality) => byEquality.get(equality) ?? none)
      const list = lists.reduce((shortest, each) => (each.size < shortest.size ? each : shortest), all)
      return { list, isExact: equalities.length === Object.keys(filter).length && equalities.length < 2 }
    },
    apply({ removed, added }, place) {
      if (removed !== undefined) {
        byId.delete(removed.id)
        for (const list of [all, ...listEqualitiesOf(removed).map(listFor)]) list.remove(place(removed))
      }
      if (added !== undefined) {
        byId.set(added.id, added)
        for (const list of [all, ...listEqualitiesOf(added).map(listFor)]) list.insert(place(added))
      }
    },
  }
}

function groupByEquality(sorted: readonly Placed<DeploymentSummary>[]): Map<string, Placed<DeploymentSummary>[]> {
  const groups = new Map<string, Placed<DeploymentSummary>[]>()
  for (const entry of sorted) {
    for (const equality of listEqualitiesOf(entry.item)) {
      const group = groups.get(equality)
      if (group === undefined) groups.set(equality, [entry])
      else group.push(entry)
    }
  }
  return groups
}

// The filters that a deployment alone matches, each of which has a list.
function listEqualitiesOf(item: DeploymentSummary): string[] {
  const { status, deployment_type, remote_reconciled, image_version, tag_value_ids } = item
  const single: DeploymentFilter = { status, deployment_type, remote_reconciled }
  return [
    ...listEqualities(single),
    ...(image_version === null ? [] : listEqualities({ image_version: { match: 'exact', text: image_version } })),
    ...new Set(tag_value_ids.flatMap((id) => listEqualities({ tag_value_ids: { match: 'any', ids: [id] } }))),
  ]
}

/** Finds matches one after the other, and keeps them. */
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
  }
}

function remember(kept: Map<string, Matches>, key: string, find: () => Matches): Matches {
  const matches = kept.get(key) ?? find()
  // Taken out and put in again, the ones that nobody asks for drift to the front.
  kept.delete(key)
  kept.set(key, matches)
  if (kept.size > FILTERS_KEPT) kept.delete(kept.keys().next().value ?? key)
  return matches
}
