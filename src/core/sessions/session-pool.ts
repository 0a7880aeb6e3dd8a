import { realTime } from '../behaviour/real-time.ts'
import { NoRoomError } from '../option-error.ts'
import type { SessionEnd } from './events.ts'
import type { ServingSession } from './session.ts'

export interface PoolLimits {
  /** After how many milliseconds without a request a session ends. */
  idleMilliseconds: number
  /**
   * How many sessions there can be at once. If a new session exceeds the limit, the one that was used
   * longest ago ends, provided that it was not used for a minute.
   */
  most: number
}

/** The existing sessions, from the least to the most recently used. */
export interface SessionPool {
  /** Returns the session with a name and marks it as used. */
  find(name: string): ServingSession | undefined
  list(): readonly ServingSession[]
  /** @throws NoRoomError if there are too many sessions and none of them can end */
  assertPlace(name: string): void
  /** Ends unused sessions until enough bytes are free. @returns whether that is possible; if not, no session ends */
  freeMemory(bytes: number): boolean
  /** Adds a session, after `assertPlace`. */
  add(session: ServingSession): void
  /** Ends a session. Returns whether it existed. */
  delete(name: string): boolean
}

// A session that was not used for this long may end to make room for another one.
const UNUSED_MILLISECONDS = 60_000

/**
 * Creates an empty pool.
 *
 * @param onEnd called after the end of each session
 */
export function createSessionPool(
  { idleMilliseconds, most }: PoolLimits,
  onEnd: (name: string, how: SessionEnd) => void,
): SessionPool {
  const sessions = new Map<string, { session: ServingSession; usedAt: number }>()

  const end = (name: string, how: SessionEnd): void => {
    const ending = sessions.get(name)
    if (ending === undefined) return
    sessions.delete(name)
    ending.session.end()
    onEnd(name, how)
  }
  // Starting with the one that was used longest ago.
  const findUnused = function* (milliseconds: number): Iterable<ServingSession> {
    const latest = realTime.read() - milliseconds
    for (const { session, usedAt } of sessions.values()) {
      if (usedAt > latest) return
      yield session
    }
  }
  const expire = (): void => {
    for (const { name } of findUnused(idleMilliseconds)) end(name, 'expired')
  }
  const use = (session: ServingSession): void => {
    sessions.delete(session.name)
    sessions.set(session.name, { session, usedAt: realTime.read() })
  }

  return {
    find(name) {
      expire()
      const session = sessions.get(name)?.session
      if (session !== undefined) use(session)
      return session
    },
    list() {
      expire()
      return Array.from(sessions.values(), ({ session }) => session)
    },
    assertPlace(name) {
      const [oldest] = sessions.values()
      if (oldest === undefined || sessions.size < most) return
      const wait = UNUSED_MILLISECONDS - (realTime.read() - oldest.usedAt)
      if (wait > 0) throw refusePlace(name, most, Math.ceil(wait / 1000))
    },
    freeMemory(bytes) {
      const ending: string[] = []
      let found = 0
      for (const session of findUnused(UNUSED_MILLISECONDS)) {
        if (found >= bytes) break
        ending.push(session.name)
        found += session.bytes()
      }
      if (found < bytes) return false
      for (const name of ending) end(name, 'evicted')
      return true
    },
    add(session) {
      const [oldest] = sessions.keys()
      if (oldest !== undefined && sessions.size >= most) end(oldest, 'evicted')
      use(session)
    },
    delete(name) {
      expire()
      const isThere = sessions.has(name)
      end(name, 'deleted')
      return isThere
    },
  }
}

function refusePlace(name: string, most: number, retryAfter: number): NoRoomError {
  const reason = `there are already ${most} sessions, and all of them were used within the last minute. Delete some, or wait`
  return new NoRoomError(`Failed to create session "${name}": ${reason}.`, { retryAfter })
}
