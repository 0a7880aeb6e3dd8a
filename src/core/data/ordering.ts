import { compareTimestamps } from '../records/timestamp.ts'
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

type Comparison<Item> = (a: Item, b: Item) => number

/**
 * Puts records into an order; what is equal in it is ordered by id. `added` is the order in
 * which the records were added. `shuffled` is no order that means anything, but the same for
 * every list of one world.
 */
export function sortRecords<Item extends Timed>(items: readonly Item[], ordering: Ordering, seed: number): Item[]
export function sortRecords<Item extends Named>(
  items: readonly Item[],
  ordering: Extract<Ordering, 'added' | 'name' | 'shuffled'>,
  seed: number,
): Item[]
export function sortRecords(items: readonly Timed[], ordering: Ordering, seed: number): Timed[] {
  if (ordering === 'added') return [...items]
  if (ordering === 'shuffled') return shuffle(items, seed)
  const compare = comparisons[ordering]
  return items.toSorted((a, b) => compare(a, b) || compareText(a.id, b.id))
}

const comparisons: Readonly<Record<Exclude<Ordering, 'added' | 'shuffled'>, Comparison<Timed>>> = {
  name: (a, b) => compareText(a.name, b.name),
  createdAscending: (a, b) => compareTimestamps(a.created_at, b.created_at),
  createdDescending: (a, b) => compareTimestamps(b.created_at, a.created_at),
  updatedDescending: (a, b) => compareTimestamps(b.updated_at, a.updated_at),
}

function shuffle<Item extends Named>(items: readonly Item[], seed: number): Item[] {
  return items
    .map((item) => ({ item, place: hashText(`${seed}/${item.id}`) }))
    .sort((a, b) => a.place - b.place || compareText(a.item.id, b.item.id))
    .map(({ item }) => item)
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
