// The picker session of a request.

import type { Example } from '../../../engine/define/operation/operation.ts'
import type { Collections } from '../../../engine/world/collections.ts'
import { pickerSessions } from '../../resources/picker-sessions/picker-sessions.ts'

/** The parameter with the id of a picker session. */
export const sessionId = {
  in: 'path',
  kind: 'text',
  description: 'The id of the picker session: the `state` of an installation link.',
  of: pickerSessions,
} as const

/** Returns a request to try for the first picker session of a world. */
export function trySession({ picker_sessions: { list } }: Pick<Collections, 'picker_sessions'>): Example {
  const [session] = list({ offset: 0, limit: 1 })
  if (session === undefined) return { missing: 'No picker session: request an installation link first.' }
  return { path: { session_id: session.id } }
}
