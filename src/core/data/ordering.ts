import { toSortKey } from '../records/timestamp.ts'
import type { Steps } from '../steps.ts'
import { hashText } from './random.ts'

/** The orders in which records can be listed. */
export type Ordering = 'added' | 'createdAscending' | 'createdDescending' | 'updatedDescending' | 'name' | 'shuffled'

interface Named {
  readonly id: string
  readonly name: string
}

interface Timed extends Named {
  readonly created_at: string
  readonly updated_at: string
}

/** An order: the sort key of a record, and the direction. Records with equal keys are ordered by id. */
export interface Order<Item> {
  readonly isDescending: boolean
  keyOf(item: Item): string | number
}

/**
 * Creates an order. `shuffled` is an arbitrary order that is the same for all lists of a world.
 */
export function createOrder(ordering: Exclude<Ordering, 'added'>, seed: number): Order<Timed> {
  if (ordering === 'name') return { isDescending: false, keyOf: ({ name }) => name }
  if (ordering === 'shuffled') return { isDescending: false, keyOf: ({ id }) => hashText(`${seed}/${id}`) }
  if (ordering === 'updatedDescending') return { isDescending: true, keyOf: ({ updated_at }) => toSortKey(updated_at) }
  return { isDescending: ordering === 'createdDescending', keyOf: ({ created_at }) => toSortKey(created_at) }
}

/** A record with its sort key. */
export interface Placed<Item> {
  readonly item: Item
  readonly key: string | number
}

/** Compares two records in an order: negative if the first comes first, positive if the second does. */
export function comparePlaced<Item extends { readonly id: string }>(
  order: Order<Item>,
  a: Placed<Item>,
  b: Placed<Item>,
): number {
  if (a.key !== b.key) return a.key < b.key === order.isDescending ? 1 : -1
  if (a.item.id === b.item.id) return 0
  return a.item.id < b.item.id ? -1 : 1
}

/** Sorts records, and returns each with its sort key. */
export function sortPlaced<Item extends { readonly id: string }>(
  order: Order<Item>,
  items: Iterable<Item>,
): Placed<Item>[] {
  const placed = Array.from(items, (item) => ({ item, key: order.keyOf(item) }))
  return placed.sort((a, b) => comparePlaced(order, a, b))
}

// Sorting this many records takes only a moment.
const RUN = 5000

/** Sorts records like `sortPlaced`, in steps. */
export function* sortInSteps<Item extends { readonly id: string }>(
  order: Order<Item>,
  items: Iterable<Item>,
): Steps<Placed<Item>[]> {
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

function* mergeInSteps<Item extends { readonly id: string }>(
  order: Order<Item>,
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

/** Sorts records. `added` is the order in which they were added. */
export function sortRecords<Item extends Timed>(items: readonly Item[], ordering: Ordering, seed: number): Item[]
export function sortRecords<Item extends Named>(
  items: readonly Item[],
  ordering: Extract<Ordering, 'added' | 'name' | 'shuffled'>,
  seed: number,
): Item[]
export function sortRecords(items: readonly Timed[], ordering: Ordering, seed: number): Timed[] {
  if (ordering === 'added') return [...items]
  return sortPlaced(createOrder(ordering, seed), items).map(({ item }) => item)
}
