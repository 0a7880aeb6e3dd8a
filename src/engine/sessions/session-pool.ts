// Which sessions exist, and which end when they are unused.

import { NoRoomError } from '../input/options/option-error.ts'
import { realTime } from '../store/time/real-time.ts'
import type { SessionEnd } from './events/event-source.ts'
import type { ServingSession } from './session.ts'
import type { SessionKeeper } from './session-keeper.ts'

export interface PoolLimits {
  /** After how many milliseconds without a request a session ends. */
  idleMilliseconds: number
  /**
   * How many sessions there can be at once. If a new session exceeds the limit, the one that was used
   * longest ago ends, provided that it was not used for a minute.
   */
  most: number
}

// A session that was not used for this long may end to make room for another one.
const UNUSED_MILLISECONDS = 60_000

/** Creates an empty pool. @param onEnd called after the end of each session */
export function createSessionPool(
  { idleMilliseconds, most }: PoolLimits,
  onEnd: (session: ServingSession, how: SessionEnd) => void,
  findKeeper: () => SessionKeeper | undefined = () => undefined,
) {
  // From the least to the most recently used.
  const uses = new Map<string, { session: ServingSession; usedAt: number }>()
  const get = (name: string): ServingSession | undefined => uses.get(name)?.session
  const add = (session: ServingSession): void => {
    uses.delete(session.name)
    uses.set(session.name, { session, usedAt: realTime.read() })
  }
  const leave = (session: ServingSession | undefined): void => {
    if (session === undefined) return
    uses.delete(session.name)
    session.end()
  }
  const end = (session: ServingSession | undefined, how: SessionEnd): void => {
    leave(session)
    if (session !== undefined) onEnd(session, how)
  }
  function* findUnused(milliseconds: number): Iterable<ServingSession> {
    const latest = realTime.read() - milliseconds
    for (const { session, usedAt } of uses.values()) {
      if (usedAt > latest) return
      yield session
    }
  }
  function* findLeaving({ canLeave }: SessionKeeper): Iterable<ServingSession> {
    for (const session of findUnused(0)) if (canLeave(session)) yield session
  }
  /** In how many seconds the oldest session may end. */
  const findWait = (): number => {
    const [oldest] = uses.values()
    return Math.ceil((UNUSED_MILLISECONDS - realTime.read() + (oldest?.usedAt ?? 0)) / 1000)
  }
  const expire = (): void => {
    for (const session of findUnused(idleMilliseconds)) end(session, 'expired')
  }

  return {
    /** Returns the session with a name and marks it as used. */
    find(name: string): ServingSession | undefined {
      expire()
      const session = get(name)
      if (session !== undefined) add(session)
      return session
    },
    /** Returns the session with a name, and leaves everything as it is. */
    peek: get,
    /** Lets a session leave the memory, because it is kept elsewhere. It does not end for its users. */
    leave: (name: string) => leave(get(name)),
    list() {
      expire()
      return Array.from(uses.values(), ({ session }) => session)
    },
    /** @throws NoRoomError if there are too many sessions and none of them can end */
    assertPlace(name: string) {
      if (uses.size < most) return
      const keeper = findKeeper()
      const [leaving] = keeper === undefined ? findUnused(UNUSED_MILLISECONDS) : findLeaving(keeper)
      if (leaving === undefined) throw refusePlace(name, most, keeper === undefined ? findWait() : 1)
      if (keeper !== undefined) leave(leaving)
    },
    /** Ends unused sessions until enough bytes are free. @returns whether that is possible; if not, no session ends */
    freeMemory(bytes: number): boolean {
      const keeper = findKeeper()
      const ending = findEnough(keeper === undefined ? findUnused(UNUSED_MILLISECONDS) : findLeaving(keeper), bytes)
      for (const session of ending ?? []) {
        if (keeper === undefined) end(session, 'evicted')
        else leave(session)
      }
      return ending !== undefined
    },
    /** Adds a session, after `assertPlace`. */
    add(session: ServingSession) {
      const [oldest] = uses.values()
      if (uses.size >= most) end(oldest?.session, 'evicted')
      add(session)
    },
    /** Ends a session. Returns whether it existed. */
    delete(name: string): boolean {
      expire()
      const session = get(name)
      end(session, 'deleted')
      return session !== undefined
    },
  }
}

/** Returns as many of the sessions as have the bytes together, or undefined if all of them have fewer. */
function findEnough(sessions: Iterable<ServingSession>, bytes: number): readonly ServingSession[] | undefined {
  const found: ServingSession[] = []
  let sum = 0
  for (const session of sessions) {
    if (sum >= bytes) break
    found.push(session)
    sum += session.bytes()
  }
  return sum < bytes ? undefined : found
}

function refusePlace(name: string, most: number, retryAfter: number): NoRoomError {
  const reason = `there are already ${most} sessions, and all of them were used within the last minute. Delete some, or wait`
  return new NoRoomError({ attempt: `create session "${name}"`, received: reason }, { retryAfter })
}
