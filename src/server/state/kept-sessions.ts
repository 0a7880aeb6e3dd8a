// What a server knows about the sessions in its store.

import type { SessionHost } from '../../engine/adapters/gate.ts'
import type { ServingSession } from '../../engine/sessions/session.ts'
import type { Unavailable } from '../../engine/sessions/session-keeper.ts'
import type { StoredMoment } from '../../engine/sessions/state/log.ts'
import { createQueue } from './limit-time.ts'
import type { LogStore, StoredEntry } from './log-store.ts'

/** What is known about a session in the store. */
export type KeptSession = ReturnType<typeof createKept>

/** How a session was saved. It was refused if another instance has stored it since it was read, and failed if the store does not work. */
export type Saved = 'stored' | 'refused' | 'failed'

/** What is known about the sessions of a simulator. */
export type KeptSessions = ReturnType<typeof createKeptSessions>

/** Creates what is known: at first, nothing. */
export function createKeptSessions({ main, sessions }: SessionHost, { isShared }: LogStore) {
  const known = new Map<string, KeptSession>()
  const of = (name: string): KeptSession => {
    const kept = known.get(name) ?? createKept()
    known.set(name, kept)
    return kept
  }
  const names = () => [...known.keys()]
  const find = (name: string) => (name === main.name ? main : sessions.peek(name))
  const isUnsaved = (name: string): boolean => {
    const session = find(name)
    if (session === undefined || session.isTrial) return false
    const { written, last, isGone } = of(name)
    // In a shared store, the first request of the simulator's own session stores it, so that all see the same one.
    return isGone || written === undefined || (isShared && last === 0) || session.hasChanged(written)
  }
  return {
    /** Returns what is known about a session, and starts to know it. */
    of,
    /** The names of the sessions of which something is known. */
    names,
    /** Returns a session that is in the memory. */
    find,
    /** Whether a session is in the memory and has to be stored. */
    isUnsaved,
    canLeave: (session: ServingSession) =>
      session !== main && !session.isTrial && of(session.name).busy === 0 && !isUnsaved(session.name),
    /** Whether a session has ended, and is still stored. */
    isEnding: (name: string) => known.get(name)?.removing !== undefined,
    /** Forgets what is known about sessions that are not in the memory, or about one of them. */
    forget(name?: string) {
      for (const each of name === undefined ? names() : [name]) {
        if (find(each) === undefined && of(each).busy === 0) known.delete(each)
      }
    },
  }
}

function createKept() {
  return {
    /** The number of the last entry that the session in the memory contains; 0 if none is stored. */
    last: 0,
    /** What the session was like after that entry; undefined if it was never stored. */
    written: undefined as StoredMoment | undefined,
    /** Whether its log is gone, so that the session in the memory has to be stored again, as a whole. */
    isGone: false,
    /** The digests of the scenarios that its log refers to. */
    scenarios: [] as readonly string[],
    /** How long the next changes in its log may be. Without room for one, the next entry is a state. */
    room: 0,
    /** When the store last heard that it is used, in milliseconds of the machine. */
    touchedAt: 0,
    /** How often it was returned to what is stored, so that what requests have changed since was lost. */
    returns: 0,
    /** How often its log was lost. */
    losses: 0,
    /** Whether the store may have what was refused last. */
    isUnsure: false,
    /** How much is under way with it, so that it stays: works on what is stored, and requests that wait for something. */
    busy: 0,
    /** Does work on what is stored after all earlier ones. */
    queue: createQueue(),
    reading: undefined as Promise<Unavailable | undefined> | undefined,
    /** Ends with the next writing of the session, which has not begun. */
    saving: undefined as Promise<Saved> | undefined,
    /** Ends when it has left the store, because it has ended. */
    removing: undefined as Promise<Saved> | undefined,
  }
}

// Changes may be longer than this if they are at most twice as long as the state before them.
const MOST_CHANGES = 64 * 1024

/** Returns how long the changes after some entries may be, of which the first one is a state. */
export function roomAfter([state, ...changes]: readonly Pick<StoredEntry, 'line'>[]): number {
  return state === undefined ? 0 : Math.max(MOST_CHANGES, 2 * state.line.length) - lengthOf(changes)
}

/** How long some entries are together. */
export function lengthOf(entries: readonly Pick<StoredEntry, 'line'>[]): number {
  return entries.reduce((sum, { line }) => sum + line.length, 0)
}

/** Does work on a stored session after all earlier ones have ended. */
export function inTurn<Result>(kept: KeptSession, act: () => Promise<Result>): Promise<Result> {
  return pinned(kept, () => kept.queue(act))
}

/** Lets a session stay in the memory while something is done with it. */
export async function pinned<Result>(kept: KeptSession, act: () => Promise<Result>): Promise<Result> {
  kept.busy += 1
  try {
    return await act()
  } finally {
    kept.busy -= 1
  }
}
