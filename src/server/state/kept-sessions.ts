// What a server knows about the sessions in its store.

import type { ServingSession } from '../../engine/sessions/session.ts'
import type { Unavailable } from '../../engine/sessions/session-keeper.ts'
import type { SessionHost } from '../../engine/simulator/gate.ts'
import { NO_VERSION, type SessionStore } from './session-store.ts'

/** What is known about a session in the store. */
export interface KeptSession {
  /** The version of the store that the session in the memory continues. */
  version: string
  /** What the session was like when it was stored; undefined if it never was. */
  mark: string | undefined
  /** When the stored one was last used, in milliseconds of the machine. */
  usedAt: number
  /** When the version was last the current one, in milliseconds of `performance.now`. */
  checkedAt: number
  /** Until when every change is stored before its response is sent, because another instance may have the session too. */
  contestedUntil: number
  /** How often another version has replaced that in the memory. */
  rereads: number
  /** Whether responses were sent since it was stored. They may have changed it. */
  hasPromised: boolean
  /** Whether the store is being asked for its version or for its text, so that another instance may be asked for it. */
  asks: 'version' | 'text' | undefined
  /** How many requests are being answered that wait for something. */
  pins: number
  reading: Promise<Unavailable | undefined> | undefined
  /** Ends with the last of the works on the stored session. */
  tail: Promise<unknown>
  /** How many works on it are under way. */
  working: number
}

/** What is known about the sessions of a simulator. */
export interface KeptSessions {
  /** Returns what is known about a session, and starts to know it. */
  of(name: string): KeptSession
  /** Returns a session that is in the memory. */
  find(name: string): ServingSession | undefined
  /** Notes that a session is stored as it is, or as it was at a moment. */
  noteStored(session: ServingSession, version: string, moment?: StoredMoment): void
  /** Whether a session has to be stored. */
  isUnsaved(session: ServingSession): boolean
  /** Whether a session is in the memory and was never stored. */
  isNew(name: string): boolean
  canLeave(session: ServingSession): boolean
  /** Lets every change be stored before its response is sent for a time, because another instance may have the session. */
  contest(name: string): void
  /** Lets all sessions be contested from now on. */
  contestAll(): void
  isContested(name: string): boolean
  /** Whether the session in the memory can be used without asking the store. */
  isFresh(name: string): boolean
  /** Forgets what is known about a session that does not exist. */
  forget(name: string): void
  forgetUnused(): void
}

/** What tells whether a session has changed. */
type StoredMoment = Pick<KeptSession, 'usedAt'> & { readonly mark: string }

// For how long a session is used without asking a shared store whether it is still the current one.
const FRESH_MILLISECONDS = 1000
const CONTESTED_MILLISECONDS = 2000
const LEAST_PRECISION = 1000

/** The time of the last use is stored with an error of this share of what an unused session lasts. */
export const PRECISION = 1 / 60

/** Creates what is known: at first, nothing. */
export function createKeptSessions(
  { main, sessions }: SessionHost,
  { isShared }: Pick<SessionStore, 'isShared'>,
): KeptSessions {
  const known = new Map<string, KeptSession>()
  const precision = Math.max(LEAST_PRECISION, sessions.idleMilliseconds * PRECISION)
  let areContested = false
  const of = (name: string): KeptSession => {
    const kept = known.get(name) ?? createKept()
    known.set(name, kept)
    return kept
  }
  const find = (name: string) => (name === main.name ? main : sessions.peek(name))
  const isUnsaved = (session: ServingSession): boolean => {
    const { mark, usedAt } = of(session.name)
    if (mark === undefined || session.mark() !== mark) return true
    // The simulator's own session does not end.
    return session !== main && Date.parse(session.lastUsed) - usedAt > precision
  }
  const isContested = (name: string) => isShared && (areContested || performance.now() < of(name).contestedUntil)
  const forget = (name: string): void => {
    if (find(name) === undefined && isQuiet(of(name))) known.delete(name)
  }
  return {
    of,
    find,
    noteStored(session, version, { mark, usedAt } = readMoment(session)) {
      Object.assign(of(session.name), { version, mark, usedAt, hasPromised: false, checkedAt: performance.now() })
    },
    isUnsaved,
    isNew: (name) => find(name) !== undefined && of(name).mark === undefined,
    canLeave: (session) => session !== main && !session.isTrial && isQuiet(of(session.name)) && !isUnsaved(session),
    contest(name) {
      of(name).contestedUntil = performance.now() + CONTESTED_MILLISECONDS
    },
    contestAll() {
      areContested = true
    },
    isContested,
    isFresh(name) {
      const { reading, checkedAt } = of(name)
      if (reading !== undefined) return false
      return !isShared || (!isContested(name) && performance.now() - checkedAt < FRESH_MILLISECONDS)
    },
    forget,
    forgetUnused() {
      for (const name of known.keys()) forget(name)
    },
  }
}

function createKept(): KeptSession {
  return {
    version: NO_VERSION,
    mark: undefined,
    usedAt: 0,
    checkedAt: 0,
    contestedUntil: 0,
    rereads: 0,
    hasPromised: false,
    asks: undefined,
    pins: 0,
    reading: undefined,
    tail: Promise.resolve(),
    working: 0,
  }
}

/** Returns the current moment of a session. */
export function readMoment(session: ServingSession): StoredMoment {
  return { mark: session.mark(), usedAt: Date.parse(session.lastUsed) }
}

/** Does work on a stored session after all earlier ones have ended. */
export function inTurn<Result>(kept: KeptSession, act: () => Promise<Result>): Promise<Result> {
  kept.working += 1
  const result = kept.tail.then(act).finally(() => {
    kept.working -= 1
  })
  kept.tail = result.catch(() => undefined)
  return result
}

function isQuiet({ pins, working, reading }: KeptSession): boolean {
  return pins === 0 && working === 0 && reading === undefined
}
