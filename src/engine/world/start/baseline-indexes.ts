// Sorts the initial records of a resource, once for each order.

import type { AnyResource } from '../../define/resource/resource.ts'
import { finish, type Steps } from '../../limits/steps.ts'
import { orderingNamed } from '../../store/listing/listing.ts'
import { createListingIndex, type ListingIndex } from '../../store/listing/listing-index.ts'
import { createOrder } from '../../store/listing/ordering.ts'
import type { SeededDatabase } from '../database.ts'

/** For each resource whose records are sorted before the first request: the name of the ordering. */
export type Orderings = Readonly<Record<string, string>>

/** The initial records of each resource, in each order that was requested. */
export type BaselineIndexes = ReturnType<typeof createBaselineIndexes>

export function createBaselineIndexes(database: SeededDatabase, seed: number) {
  const indexes = new Map<string, ListingIndex>()
  const create = function* (resource: AnyResource, name: string): Steps<ListingIndex> {
    const ordering = orderingNamed(resource, name)
    if (ordering === 'added') {
      throw new Error(`Failed to sort the ${resource.name}: rows have no key for the order in which they were added.`)
    }
    const order = createOrder(ordering, seed)
    // A row has the fields of a summary, whether it is completed or not.
    const summaries = database.tableOf(resource).rows.list()
    const index = yield* createListingIndex(summaries, { order, fields: resource.list?.fields ?? {} })
    indexes.set(keyOf(resource.name, name), index)
    return index
  }
  return {
    /** Returns the records in an order, and sorts them if needed. */
    find: (resource: AnyResource, ordering: string) =>
      indexes.get(keyOf(resource.name, ordering)) ?? finish(create(resource, ordering)),
    has: (orderings: Orderings) =>
      Object.entries(orderings).every(([resource, ordering]) => indexes.has(keyOf(resource, ordering))),
    /** Sorts the records in each of the orders, in steps. */
    *prepare(orderings: Orderings): Steps<void> {
      for (const resource of database.resources) {
        const ordering = orderings[resource.name]
        if (ordering !== undefined && !indexes.has(keyOf(resource.name, ordering))) yield* create(resource, ordering)
      }
    },
  }
}

function keyOf(resource: string, ordering: string): string {
  return `${resource} ${ordering}`
}
