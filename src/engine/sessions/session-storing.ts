// How a session is stored outside of the memory, and goes on from there.

import {
  applyChange,
  becomeMoment,
  findChange,
  isChanged,
  type Opening,
  readMoment,
  type SessionChange,
  type SessionMoment,
} from './state/session-change.ts'
import type { CurrentState, SessionParts } from './state/state.ts'
import { buildStoredState, type StoredSession, startOf, storeMoment, type UseTimes } from './state/stored-session.ts'

/** When a session began and was last used, and who made it. */
export interface Use {
  readonly times: UseTimes
  /** Notes that it is used now. */
  note(): void
  /** Takes over the times of the session that it continues. */
  continueFrom(times: UseTimes): void
}

/** The methods that store a session and continue a stored one. */
export interface SessionStoring {
  /** Returns the link that has created the session, if one has. */
  readOpening(): Opening | undefined
  noteOpening(opened: Opening): void
  /** Returns what the session is like now. Its parts are immutable, so it takes little more memory. */
  readMoment(): SessionMoment
  /** Whether there is something to store since a moment. */
  hasChanged(since: SessionMoment): boolean
  /** Returns what is to be stored of the session as it was at a moment. */
  store(moment: SessionMoment): StoredSession
  /** Finds what has changed between two moments. Returns undefined if only `store` can say that. */
  findChange(before: SessionMoment, after: SessionMoment): SessionChange | undefined
  /** What the session is like right after it was created from a stored one. */
  momentOf(stored: StoredSession): SessionMoment
  /** Goes on from a moment with changes that were stored since. @returns the moment after them @throws NoRoomError */
  follow(moment: SessionMoment, changes: readonly SessionChange[]): SessionMoment
  /**
   * Goes on where a stored session has stopped. What it was made with stays.
   *
   * @param options whether it is the same session, whose request log continues
   * @returns the moment that was stored
   * @throws OptionError
   */
  goOn(stored: StoredSession, options?: { readonly continues?: boolean }): SessionMoment
}

/** Creates these methods. */
export function createStoring(
  name: string,
  current: CurrentState,
  { use, parts, opened: first }: { use: Use; parts: SessionParts; opened: Opening | undefined },
): SessionStoring {
  let opened = first
  const now = () => readMoment(current.read(), opened)
  const store = (moment: SessionMoment): StoredSession =>
    storeMoment(moment, { name, ...use.times, beginning: current.beginning() })
  const become = (moment: SessionMoment): SessionMoment => {
    becomeMoment(moment)
    opened = moment.opened
    return moment
  }
  const momentOf = ({ clock, stored }: StoredSession): SessionMoment => ({
    ...now(),
    isFrozen: clock === 'frozen',
    at: Date.parse(stored),
  })
  const goOn: SessionStoring['goOn'] = (stored, { continues = false } = {}) => {
    const { journal, moments, overrides, rateWindow } = current.read()
    const kept = continues ? { journal, moments, overrides, rateWindow } : {}
    current.replace(buildStoredState(name, stored, startOf(stored), parts, kept), 'restore')
    opened = stored.opened
    use.continueFrom(stored)
    return become(momentOf(stored))
  }
  return {
    readOpening: () => opened,
    noteOpening(by) {
      opened = by
    },
    readMoment: now,
    hasChanged: (since) => isChanged(since, now()),
    store,
    findChange: (before, after) =>
      before.state === after.state ? findChange(before, after, use.times.lastUsed) : undefined,
    momentOf,
    follow(moment, changes) {
      const next = changes.reduce(applyChange, moment)
      const { lastUsed } = changes.at(-1) ?? use.times
      use.continueFrom({ ...use.times, lastUsed })
      return moment.state === current.read() ? become(next) : goOn(store(next), { continues: true })
    },
    goOn,
  }
}
