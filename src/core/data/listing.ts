import type { DeploymentRecord, DeploymentSummary } from '../records/deployment.ts'
import type { DeploymentFilter } from './filter.ts'
import type { DeploymentOrdering, ListingIndex, Matches } from './listing-index.ts'
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
  page(
    filter: DeploymentFilter | 'nothing',
    window: { ordering: DeploymentOrdering; offset: bigint; limit: number },
  ): ListingPage
  /** The deployments as they are now, to be looked into later. */
  view(ordering: DeploymentOrdering): ListingIndex
  /** Takes a change of the table in. */
  follow(change: Change<DeploymentSummary>): void
}

const NO_MATCHES: Matches = { slice: () => [], count: () => 0, found: () => 0 }

/**
 * Creates the list of a world's deployments: filtered, then ordered, then cut into pages. It
 * begins with the index of what the world was seeded with and then follows every change.
 *
 * @param findSeeded the index of the seeded deployments, shared by all worlds that begin alike
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
        // The seeded one serves other worlds.
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
