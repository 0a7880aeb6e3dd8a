// The sessions that links have created.

import type { Session } from '../../sessions/session.ts'
import type { Sessions } from '../../sessions/sessions.ts'

/** Limits how many sessions links create. */
export interface OpenedSessions {
  /** Adds a session. If there are too many, the oldest one ends. */
  add(session: Session): void
}

const MOST = 50

/** Creates the list of the sessions that links have created. */
export function createOpenedSessions(sessions: Pick<Sessions, 'list' | 'delete'>): OpenedSessions {
  let opened: readonly Session[] = []
  return {
    add(session) {
      // A session may have ended, and another one may have its name now.
      const existing = new Set(sessions.list())
      const all = [...opened.filter((each) => existing.has(each)), session]
      for (const { name } of all.slice(0, -MOST)) sessions.delete(name)
      opened = all.slice(-MOST)
    },
  }
}
