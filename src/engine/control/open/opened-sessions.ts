// The sessions that links have created.

import type { Session } from '../../sessions/session.ts'
import type { Sessions } from '../../sessions/sessions.ts'

/** Remembers which sessions links have created, and limits their number. */
export interface OpenedSessions {
  /** Finds the session with a name, if a link to the same world has created it. */
  find(name: string, world: string): Session | undefined
  /**
   * Adds a session. If there are too many, the link with the most sessions loses its oldest one. So
   * nobody can end the sessions of other links by opening one link again and again.
   *
   * @param origin the link that has created it
   */
  add(session: Session, origin: Origin): void
}

/** A link, as far as its sessions depend on it. */
export interface Origin {
  /** What identifies the link, as far as it matters whose it is. */
  readonly link: string
  /** The world that it describes. */
  readonly world: string
}

/** A session, and the link that has created it. */
interface Opened extends Origin {
  readonly session: Session
}

const MOST = 50

/** Creates the list of the sessions that links have created. */
export function createOpenedSessions(sessions: Pick<Sessions, 'list' | 'delete'>): OpenedSessions {
  let opened: readonly Opened[] = []
  // A session may have ended, and another one may have its name now.
  const listExisting = () => {
    const existing = new Set(sessions.list())
    return opened.filter((each) => existing.has(each.session))
  }
  return {
    find(name, world) {
      return listExisting().find((each) => each.session.name === name && each.world === world)?.session
    },
    add(session, origin) {
      const all = [...listExisting(), { session, ...origin }]
      const ending = all.length > MOST ? findOldest(all) : undefined
      if (ending !== undefined) sessions.delete(ending.session.name)
      opened = all.filter((each) => each !== ending)
    },
  }
}

/** Finds the oldest session of the link with the most. If several have as many, it is the oldest of theirs. */
function findOldest(all: readonly Opened[]): Opened | undefined {
  const countOf = (link: string) => all.filter((each) => each.link === link).length
  const most = Math.max(...all.map(({ link }) => countOf(link)))
  return all.find(({ link }) => countOf(link) === most)
}
