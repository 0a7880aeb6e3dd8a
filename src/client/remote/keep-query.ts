// What continues when the state of a session is replaced, as a query.

import type { ReplaceOptions } from '../../engine/sessions/session.ts'

/** Builds the query for options. */
export function buildKeepQuery({ keepRequests = false }: ReplaceOptions = {}): string {
  return keepRequests ? '?keep=requests' : ''
}
