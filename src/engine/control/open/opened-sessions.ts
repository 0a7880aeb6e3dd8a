// The sessions that links have created.

import type { ServingSession } from '../../sessions/session.ts'
import type { ServingSessions } from '../../sessions/sessions.ts'
import type { Opening } from '../../sessions/state/stored-session.ts'

/** Remembers which sessions links have created, and limits their number. */
export interface OpenedSessions {
  /** Finds the session with a name, if a link to the same world has created it. */
  find(name: string, world: string): ServingSession | undefined
  /**
   * Notes that a link has created a session. If there are too many, the link with the most sessions loses its oldest
   * one. So nobody can end the sessions of other links by opening one link again and again.
   */
  add(session: ServingSession, opened: Opening): void
}

const MOST = 50

/** Creates the list of the sessions that links have created. */
export function createOpenedSessions(sessions: Pick<ServingSessions, 'get' | 'list' | 'delete'>): OpenedSessions {
  return {
    find(name, world) {
      const session = sessions.get(name)
      return session?.readOpening()?.world === world ? session : undefined
    },
    add(session, opened) {
      session.noteOpening(opened)
      const all = sessions.list().filter((each) => each.readOpening() !== undefined)
      if (all.length > MOST) sessions.delete(findOldest(all).name)
    },
  }
}

/** Finds the oldest session of the link with the most. If several have as many, it is the oldest of theirs. */
function findOldest(all: readonly ServingSession[]): ServingSession {
  const linkOf = (session: ServingSession) => session.readOpening()?.link
  const countOf = (session: ServingSession) => all.filter((each) => linkOf(each) === linkOf(session)).length
  const most = Math.max(...all.map(countOf))
  return all.filter((each) => countOf(each) === most).reduce((one, other) => (other.began < one.began ? other : one))
}
