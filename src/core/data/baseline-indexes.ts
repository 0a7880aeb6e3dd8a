import type { DeploymentSummary } from '../records/deployment.ts'
import { finish, type Steps } from '../steps.ts'
import type { SeededDatabase } from './database.ts'
import { createListingIndex, type DeploymentOrdering, type ListingIndex } from './listing-index.ts'

/** The deployments in each order that was requested. */
export interface BaselineIndexes {
  /** Returns the deployments in an order, and sorts them if needed. */
  find(ordering: DeploymentOrdering): ListingIndex
  has(ordering: DeploymentOrdering): boolean
  /** Sorts the deployments, in steps. */
  prepare(ordering: DeploymentOrdering): Steps<void>
}

/** Creates the indexes of a baseline. */
export function createBaselineIndexes({ deployments }: SeededDatabase, seed: number): BaselineIndexes {
  const indexes = new Map<DeploymentOrdering, ListingIndex>()
  const create = function* (ordering: DeploymentOrdering): Steps<ListingIndex> {
    // A row has the fields of a summary, whether it is completed or not.
    const summaries = deployments.rows.values() as unknown as Iterable<DeploymentSummary>
    const index = yield* createListingIndex(summaries, { ordering, seed })
    indexes.set(ordering, index)
    return index
  }
  return {
    find: (ordering) => indexes.get(ordering) ?? finish(create(ordering)),
    has: (ordering) => indexes.has(ordering),
    *prepare(ordering) {
      if (!indexes.has(ordering)) yield* create(ordering)
    },
  }
}
