import type { Deployment } from '../records/deployment.ts'
import type { Frozen } from '../records/freeze.ts'
import type { Table } from './database.ts'
import { type DeploymentFilter, matchesFilter } from './filter.ts'
import { type Ordering, sortRecords } from './ordering.ts'

export interface ListingPage {
  records: readonly Frozen<Deployment>[]
  /** How many records the filter leaves, on all pages together. */
  total: number
}

export interface DeploymentListing {
  /**
   * Cuts a page out of the filtered deployments; `nothing` is what no deployment matches.
   *
   * @param window `offset` is how many records to pass over, any number from 0 up
   */
  page(filter: DeploymentFilter | 'nothing', window: { offset: bigint; limit: number }): ListingPage
}

/** Creates the list of a world's deployments: filtered, then ordered, then cut into pages. */
export function createDeploymentListing(
  table: Table<Deployment>,
  order: { ordering: Ordering; seed: number },
): DeploymentListing {
  let ordered: readonly Frozen<Deployment>[] = []
  let orderedVersion: number | undefined

  const list = (): readonly Frozen<Deployment>[] => {
    if (orderedVersion !== table.version()) {
      ordered = sortRecords(table.all(), order.ordering, order.seed)
      orderedVersion = table.version()
    }
    return ordered
  }

  return {
    page(filter, { offset, limit }) {
      const matching = filter === 'nothing' ? [] : list().filter((each) => matchesFilter(each, filter))
      if (offset >= matching.length) return { records: [], total: matching.length }
      const start = Number(offset)
      return { records: matching.slice(start, start + limit), total: matching.length }
    },
  }
}
