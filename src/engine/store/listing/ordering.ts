import { toSortKey } from '../../input/schemas/timestamp.ts'
import type { Steps } from '../../work/steps.ts'
import { hashText } from '../random.ts'
import { readField, type Summary } from './filter.ts'

/** The column with the place of a record in the order in which they were added. */
export const ADDED = '$added'

/** How values of a field are compared: `shuffled` in an arbitrary way. Those that are null or absent are the least. */
export type SortKind = 'text' | 'number' | 'timestamp' | 'shuffled'

/**
 * An order of records: by a field, by several fields, in the order in which they were added, or in an arbitrary order
 * that is always the same within a world. Records that are equal in it are ordered by id.
 */
export type Ordering =
  | { readonly by: string; readonly as: SortKind; readonly isDescending?: boolean }
  | { readonly by: readonly SortField[] }
  | 'added'
  | 'shuffled'

export interface SortField {
  readonly field: string
  readonly as: SortKind
  readonly isDescending?: boolean
}

type OrderKey = string | number

/** An order with the seed of a world: the sort key of a record, and the direction. */
export interface Order {
  readonly isDescending: boolean
  /** Whether the texts of ids are those of numbers. */
  readonly hasNumericIds?: boolean
  keyOf(item: Summary): OrderKey | readonly OrderKey[]
  /** Compares keys that differ, if they consist of several. */
  compareKeys?(one: readonly OrderKey[], other: readonly OrderKey[]): number
}

/** Creates an order. In that of `added`, only rows that are numbered have keys. */
export function createOrder(ordering: Ordering, seed: number, hasNumericIds = false): Order {
  if (ordering === 'shuffled') return { isDescending: false, keyOf: ({ id }) => hashText(`${seed}/${id}`) }
  const form = { isDescending: false, hasNumericIds }
  if (ordering === 'added') return { ...form, keyOf: buildKey({ field: ADDED, as: 'number' }, seed) }
  if (typeof ordering.by === 'string') {
    const { by: field, as, isDescending = false } = ordering as SortField & { by: string }
    return { ...form, isDescending, keyOf: buildKey({ field, as }, seed) }
  }
  const fields = ordering.by
  const keys = fields.map((each) => buildKey(each, seed))
  return {
    ...form,
    keyOf: (item) => keys.map((keyOf) => keyOf(item)),
    compareKeys(one, other) {
      const place = fields.findIndex((_, index) => one[index] !== other[index])
      if (place === -1) return 0
      return (one[place] as OrderKey) < (other[place] as OrderKey) === (fields[place]?.isDescending === true) ? 1 : -1
    },
  }
}

function buildKey({ field, as }: SortField, seed: number): (item: Summary) => OrderKey {
  if (as === 'shuffled') return (item) => hashText(`${seed}/${readField(item, field)}`)
  if (as === 'number') return (item) => toNumber(readField(item, field))
  const readText = (item: Summary) => String(readField(item, field) ?? '')
  return as === 'text' ? readText : (item) => toSortKey(readText(item))
}

function toNumber(value: unknown): number {
  const number = value === null || value === undefined ? Number.NaN : Number(value)
  return Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number
}

/** A record with its sort key. */
export interface Placed<Item> {
  readonly item: Item
  readonly key: OrderKey | bigint | readonly OrderKey[]
}

/** Compares two records in an order: negative if the first comes first, positive if the second does. */
export function comparePlaced<Item extends Summary>(order: Order, a: Placed<Item>, b: Placed<Item>): number {
  if (order.compareKeys !== undefined) {
    const difference = order.compareKeys(a.key as readonly OrderKey[], b.key as readonly OrderKey[])
    if (difference !== 0) return difference
  } else if (a.key !== b.key) return a.key < b.key === order.isDescending ? 1 : -1
  if (a.item.id === b.item.id) return 0
  const isBefore = order.hasNumericIds === true ? Number(a.item.id) < Number(b.item.id) : a.item.id < b.item.id
  return isBefore ? -1 : 1
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
