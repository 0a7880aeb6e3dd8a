// The sessions that links have created.

import type { Session } from '../../sessions/session.ts'
import type { Sessions } from '../../sessions/sessions.ts'

/** Limits how many sessions links create. */
export interface OpenedSessions {
  /**
   * Adds a session. If there are too many, the link with the most sessions loses its oldest one. So
   * nobody can end the sessions of other links by opening one link again and again.
   *
   * @param link what identifies the link, as far as it matters whose it is
   */
  add(session: Session, link: string): void
}

/** A session, and the link that has created it. */
interface Opened {
  readonly session: Session
  readonly link: string
}

const MOST = 50

/** Creates the list of the sessions that links have created. */
export function createOpenedSessions(sessions: Pick<Sessions, 'list' | 'delete'>): OpenedSessions {
  let opened: readonly Opened[] = []
  return {
    add(session, link) {
      // A session may have ended, and another one may have its name now.
      const existing = new Set(sessions.list())
      const all = [...opened.filter((each) => existing.has(each.session)), { session, link }]
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
