// The requests that a filter shows.

import { useMemo } from 'preact/hooks'
import type { JournalEntry } from '../../../client/index.ts'
import { useConsole, useRemote } from '../../app/console.ts'
import { listFresh } from '../../store/ring.ts'
import { isOpen, matchesFilter, type RequestFilter } from './request-filter.ts'

const MOST = 500
const STATUS = /^([1-5]xx|none|[1-5]\d\d)$/i

/**
 * Returns the requests that a filter shows, newest first: those that arrived, and those found in the journal.
 * As long as there may be some that have not been read, no requests are `undefined`.
 */
export function useRequests(filter: RequestFilter): readonly JournalEntry[] | undefined {
  const { stream, connection, world } = useConsole()
  const key = JSON.stringify(filter)
  const { operations = [] } = world.schemas.data.value ?? {}
  // While somebody types, an operation may be unknown. The server would reject it.
  const isKnown = [undefined, 'none', ...operations.map(({ name }) => name)].includes(filter.operation)
  const isSearched = isKnown && !isOpen(filter)
  const found = useRemote(() => (isSearched ? search(connection.simulator, filter) : Promise.resolve([])), {
    on: [],
    inputs: [key, isSearched],
  })
  const live = stream.requests.value
  const older = found.data.value
  const entries = useMemo(() => {
    if (isOpen(filter)) return live
    return [...live, ...listFresh(live, older ?? [])].filter((entry) => matchesFilter(entry, filter))
  }, [live, older, key])
  const isRead = stream.isRead.value && (older ?? found.error.value) !== undefined
  return isRead || entries.length > 0 ? entries : undefined
}

// The journal contains more than the page has seen.
async function search(
  { requests }: ReturnType<typeof useConsole>['connection']['simulator'],
  { operation, status, text }: RequestFilter,
): Promise<readonly JournalEntry[]> {
  const found = await requests.list({
    limit: MOST,
    // What is typed may be none, which the server rejects.
    ...(operation === undefined || operation === 'none' ? {} : { operation: operation as 'listDeployments' }),
    ...(status === undefined || !STATUS.test(status) ? {} : { status: status.toLowerCase() as '5xx' }),
    ...(text === undefined ? {} : { text }),
  })
  return found.toReversed()
}
