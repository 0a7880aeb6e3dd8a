import { compareTimestamps } from '../records/timestamp.ts'
import { hashText } from './random.ts'

/** The orders in which records can be listed. */
export type Ordering = 'created' | 'createdAscending' | 'createdDescending' | 'updatedDescending' | 'name' | 'shuffled'

interface Orderable {
  readonly id: string
  readonly name: string
  readonly created_at?: string
  readonly updated_at?: string
}

/**
 * Puts records into an order; what is equal in it is ordered by id. `created` is the order
 * in which the records were added. `shuffled` is no order that means anything, but the same
 * for every list of one world.
 */
export function sortRecords<Item extends Orderable>(items: readonly Item[], ordering: Ordering, seed: number): Item[] {
  if (ordering === 'created') return [...items]
  if (ordering !== 'shuffled') return items.toSorted((a, b) => compareBy(ordering, a, b) || compareText(a.id, b.id))
  return items
    .map((item) => ({ item, place: hashText(item.id, seed) }))
    .sort((a, b) => a.place - b.place || compareText(a.item.id, b.item.id))
    .map(({ item }) => item)
}

function compareBy(ordering: Exclude<Ordering, 'created' | 'shuffled'>, a: Orderable, b: Orderable): number {
  if (ordering === 'name') return compareText(a.name, b.name)
  if (ordering === 'createdAscending') return compareTimestamps(a.created_at ?? '', b.created_at ?? '')
  if (ordering === 'createdDescending') return compareTimestamps(b.created_at ?? '', a.created_at ?? '')
  return compareTimestamps(b.updated_at ?? '', a.updated_at ?? '')
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
