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

/**
 * Creates an empty pool.
 *
 * @param onEnd called after the end of each session
 * @param findKeeper returns what keeps sessions that leave the memory, if anything does
 */
export function createSessionPool(
  { idleMilliseconds, most }: PoolLimits,
  onEnd: (session: ServingSession, how: SessionEnd) => void,
  findKeeper: () => Pick<SessionKeeper, 'canLeave'> | undefined = () => undefined,
) {
  const uses = createUses()

  const end = (session: ServingSession | undefined, how: SessionEnd): void => {
    if (session === undefined) return
    uses.remove(session)
    session.end()
    onEnd(session, how)
  }
  const endAll = (ending: Iterable<ServingSession>, how: SessionEnd): void => {
    for (const session of ending) end(session, how)
  }
  const expire = () => {
    endAll(uses.findUnused(idleMilliseconds), 'expired')
    return uses
  }

  const leave = (session: ServingSession | undefined): void => {
    if (session === undefined) return
    uses.remove(session)
    session.end()
  }
  const makePlace = (name: string, keeper: Pick<SessionKeeper, 'canLeave'>): void => {
    if (uses.count() < most) return
    const [leaving] = filter(uses.findUnused(0), keeper.canLeave)
    if (leaving === undefined) throw refusePlace(name, most, 1)
    leave(leaving)
  }

  return {
    /** Returns the session with a name and marks it as used. */
    find: (name: string) => expire().touch(name),
    /** Returns the session with a name, and leaves everything as it is. */
    peek: uses.get,
    /** Lets a session leave the memory, because it is kept elsewhere. It does not end for its users. */
    leave: (name: string) => leave(uses.get(name)),
    list: () => expire().list(),
    /** @throws NoRoomError if there are too many sessions and none of them can end */
    assertPlace(name: string) {
      const keeper = findKeeper()
      if (keeper !== undefined) return makePlace(name, keeper)
      const wait = UNUSED_MILLISECONDS - uses.unusedTime()
      if (uses.count() >= most && wait > 0) throw refusePlace(name, most, Math.ceil(wait / 1000))
    },
    /** Ends unused sessions until enough bytes are free. @returns whether that is possible; if not, no session ends */
    freeMemory(bytes: number): boolean {
      const keeper = findKeeper()
      const unused =
        keeper === undefined ? uses.findUnused(UNUSED_MILLISECONDS) : filter(uses.findUnused(0), keeper.canLeave)
      const ending = findEnough(unused, bytes)
      if (keeper === undefined) endAll(ending ?? [], 'evicted')
      else for (const session of ending ?? []) leave(session)
      return ending !== undefined
    },
    /** Adds a session, after `assertPlace`. */
    add(session: ServingSession) {
      if (uses.count() >= most) end(uses.oldest(), 'evicted')
      uses.add(session)
    },
    /** Ends a session. Returns whether it existed. */
    delete(name: string): boolean {
      const session = expire().get(name)
      end(session, 'deleted')
      return session !== undefined
    },
  }
}

/** Sessions with the time of their last use, from the least to the most recently used. */
function createUses() {
  const uses = new Map<string, { session: ServingSession; usedAt: number }>()
  const add = (session: ServingSession): void => {
    uses.delete(session.name)
    uses.set(session.name, { session, usedAt: realTime.read() })
  }
  return {
    add,
    /** Returns a session and marks it as used. */
    touch(name: string): ServingSession | undefined {
      const session = uses.get(name)?.session
      if (session !== undefined) add(session)
      return session
    },
    get: (name: string) => uses.get(name)?.session,
    list: () => Array.from(uses.values(), ({ session }) => session),
    count: () => uses.size,
    remove: ({ name }: ServingSession) => uses.delete(name),
    oldest: () => uses.values().next().value?.session,
    /** For how long the oldest one was not used. */
    unusedTime: () => realTime.read() - (uses.values().next().value?.usedAt ?? Number.NEGATIVE_INFINITY),
    /** Finds the sessions that were not used for a time, the least recently used one first. */
    *findUnused(milliseconds: number): Iterable<ServingSession> {
      const latest = realTime.read() - milliseconds
      for (const { session, usedAt } of uses.values()) {
        if (usedAt > latest) return
        yield session
      }
    },
  }
}

function* filter<Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean): Iterable<Item> {
  for (const item of items) if (isWanted(item)) yield item
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
