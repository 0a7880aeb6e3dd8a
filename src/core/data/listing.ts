import type { DeploymentRecord, DeploymentSummary } from '../records/deployment.ts'
import type { DeploymentFilter } from './filter.ts'
import type { DeploymentOrdering, ListingIndex, Matches } from './listing-index.ts'
import type { Change, Table } from './table.ts'

/** A page of a filtered list. */
export interface ListingPage {
  /** The ids of the page's records. */
  ids: readonly string[]
  /** Whether records follow the page. */
  hasMore: boolean
  /** Counts the matches of the filter on all pages. This may take time. */
  countAll(): number
}

export interface DeploymentListing {
  /**
   * Returns a page of the filtered deployments. No deployment matches `nothing`.
   *
   * @param window `offset` is how many records to skip, any number from 0
   */
  page(
    filter: DeploymentFilter | 'nothing',
    window: { ordering: DeploymentOrdering; offset: bigint; limit: number },
  ): ListingPage
  /** Returns the current deployments in an order. The result does not change later. */
  view(ordering: DeploymentOrdering): ListingIndex
  /** Applies a change of the table. */
  follow(change: Change<DeploymentSummary>): void
}

const NO_MATCHES: Matches = { slice: () => [], count: () => 0, found: () => 0 }

/**
 * Creates the listing of a world's deployments: filtered, ordered and paginated. It starts with the
 * index of the seeded deployments and then applies every change.
 *
 * @param findSeeded returns the index of the seeded deployments, which worlds with the same baseline share
 */
export function createDeploymentListing(
  table: Table<DeploymentRecord, DeploymentSummary>,
  findSeeded: (ordering: DeploymentOrdering) => ListingIndex,
): DeploymentListing {
  const indexes = new Map<DeploymentOrdering, ListingIndex>()

  const view = (ordering: DeploymentOrdering): ListingIndex => {
    const known = indexes.get(ordering)
    if (known !== undefined) return known
    const changes = table.listChanges()
    const index = changes.length === 0 ? findSeeded(ordering) : findSeeded(ordering).with(changes)
    indexes.set(ordering, index)
    return index
  }

  return {
    view,
    follow(change) {
      for (const [ordering, index] of indexes) {
        indexes.set(ordering, index.with([change]))
        // Other worlds use the seeded index too.
        if (index !== findSeeded(ordering)) index.forget()
      }
    },
    page(filter, { ordering, offset, limit }) {
      const matches = filter === 'nothing' ? NO_MATCHES : view(ordering).find(filter, table.getSummary)
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
