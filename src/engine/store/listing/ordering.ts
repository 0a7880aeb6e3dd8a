import { toSortKey } from '../../input/schemas/timestamp.ts'
import type { Steps } from '../../work/steps.ts'
import { hashText } from '../random.ts'
import { readField, type Summary } from './filter.ts'

/**
 * An order of records: by a field that is a text or a timestamp, in the order in which they were added,
 * or in an arbitrary order that is always the same within a world. Records that are equal in it are
 * ordered by id.
 */
export type Ordering =
  | { readonly by: string; readonly as: 'text' | 'timestamp'; readonly isDescending?: true }
  | 'added'
  | 'shuffled'

/** An order with the seed of a world: the sort key of a record, and the direction. */
export interface Order {
  readonly isDescending: boolean
  keyOf(item: Summary): string | number
}

/** Creates an order. Records have no key for `added`, so it cannot be one. */
export function createOrder(ordering: Exclude<Ordering, 'added'>, seed: number): Order {
  if (ordering === 'shuffled') return { isDescending: false, keyOf: ({ id }) => hashText(`${seed}/${id}`) }
  const { by, as, isDescending = false } = ordering
  // Those without a text come first.
  const readText = (item: Summary) => (readField(item, by) ?? '') as string
  return { isDescending, keyOf: as === 'text' ? readText : (item) => toSortKey(readText(item)) }
}

/** A record with its sort key. */
export interface Placed<Item> {
  readonly item: Item
  readonly key: string | number | bigint
}

/** Compares two records in an order: negative if the first comes first, positive if the second does. */
export function comparePlaced<Item extends Summary>(order: Order, a: Placed<Item>, b: Placed<Item>): number {
  if (a.key !== b.key) return a.key < b.key === order.isDescending ? 1 : -1
  if (a.item.id === b.item.id) return 0
  return a.item.id < b.item.id ? -1 : 1
}

export function sortPlaced<Item extends Summary>(order: Order, items: Iterable<Item>): Placed<Item>[] {
  const placed = Array.from(items, (item) => ({ item, key: order.keyOf(item) }))
  return placed.sort((a, b) => comparePlaced(order, a, b))
}

// Sorting this many records takes only a moment.
const RUN = 5000

/** Sorts records like `sortPlaced`, in steps. */
export function* sortInSteps<Item extends Summary>(order: Order, items: Iterable<Item>): Steps<Placed<Item>[]> {
  let runs: Placed<Item>[][] = []
  let run: Item[] = []
  for (const item of items) {
    run.push(item)
    if (run.length === RUN) {
      runs.push(sortPlaced(order, run))
      run = []
    }
    yield
  }
  runs.push(sortPlaced(order, run))
  while (runs.length > 1) {
    const merged: Placed<Item>[][] = []
    for (let place = 0; place < runs.length; place += 2) {
      merged.push(yield* mergeInSteps(order, runs[place] ?? [], runs[place + 1] ?? []))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* mergeInSteps<Item extends Summary>(
  order: Order,
  a: Placed<Item>[],
  b: readonly Placed<Item>[],
): Steps<Placed<Item>[]> {
  const [last, first] = [a.at(-1), b[0]]
  if (last === undefined || first === undefined || comparePlaced(order, last, first) <= 0) return a.concat(b)
  const merged: Placed<Item>[] = []
  let fromA = 0
  for (const entry of b) {
    let next = a[fromA]
    while (next !== undefined && comparePlaced(order, next, entry) <= 0) {
      merged.push(next)
      fromA += 1
      next = a[fromA]
    }
    merged.push(entry)
    yield
  }
  return merged.concat(a.slice(fromA))
}

/** Sorts records. `added` keeps the order in which they were added. */
export function sortRecords<Item extends Summary>(items: readonly Item[], ordering: Ordering, seed: number): Item[] {
  if (ordering === 'added') return [...items]
  return sortPlaced(createOrder(ordering, seed), items).map(({ item }) => item)
}
