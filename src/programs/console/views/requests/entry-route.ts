// The routes of single requests.

import type { JournalEntry } from '../../../../entries/client/index.ts'
import type { RouteTarget } from '../../page/routes.ts'

/** A request in the request log of a session. */
export type EntryPlace = Pick<JournalEntry, 'session' | 'id'>

/** Reads which request is open: `#/requests/412`, or `#/requests/alice/412` for another session. */
export function readEntryPlace(path: readonly string[], ownSession: string): EntryPlace | undefined {
  const [first = '', second] = path
  const [session, id] = second === undefined ? [ownSession, first] : [first, second]
  return /^[1-9]\d{0,15}$/.test(id) ? { session, id: Number(id) } : undefined
}

/** Returns the route of a request. The filter stays. */
export function routeTo(
  place: EntryPlace | undefined,
  ownSession: string,
  query: Readonly<Record<string, string>>,
): RouteTarget {
  if (place === undefined) return { view: 'requests', path: [], query }
  const { session, id } = place
  return { view: 'requests', path: session === ownSession ? [String(id)] : [session, String(id)], query }
}
