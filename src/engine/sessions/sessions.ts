// Creates, finds and ends the sessions of a simulator.

import type { AssumptionOverrides } from '../define/assumptions/assumptions.ts'
import { readVariation } from '../define/assumptions/variation.ts'
import { assertKnownOptions, assertValue, type OptionNames, refuseNeedless } from '../input/options/known-options.ts'
import { NoRoomError, OptionError, TakenError } from '../input/options/option-error.ts'
import { showValue } from '../input/text/show-value.ts'
import { complete } from '../limits/on-demand.ts'
import { ownText } from '../limits/own-text.ts'
import type { Scenario, ScenarioInput } from '../scenario/scenario.ts'
import { realTime } from '../store/time/world-time.ts'
import { createSession, createStoredSession, type SessionParts } from './create-session.ts'
import type { SessionEnd } from './events/event-source.ts'
import type { ServingSession, Session } from './session.ts'
import type { SessionKeeper } from './session-keeper.ts'
import { isSessionName, MAIN_SESSION, SESSION_NAMES } from './session-names.ts'
import type { SettingsTypes } from './settings.ts'
import type { StoredSession } from './state/log.ts'
import { parseSnapshot } from './state/snapshot.ts'
import { findStart, followStart, resolveScenario } from './state/start.ts'
import type { Beginning } from './state/state.ts'

// A session that was not used for this long may end to make room for another one.
const UNUSED_MILLISECONDS = 60_000

/** The types of how sessions start, and of the sessions. */
export interface SessionsTypes extends SettingsTypes {
  readonly ScenarioName: string
  readonly ScenarioInput: ScenarioInput
  readonly AssumptionOverrides: AssumptionOverrides
  readonly Session: Session
  readonly SessionOptions: SessionOptions
}

/** How a session starts. By default it starts like the simulator. */
export interface SessionOptions<Of extends SessionsTypes = SessionsTypes> {
  /** The name of a scenario, or a scenario. */
  scenario?: Of['ScenarioName'] | Of['ScenarioInput']
  /** A snapshot, instead of a scenario. */
  snapshot?: unknown
  /** The set of assumptions about what the contract leaves open. */
  preset?: Of['Preset']
  /** Assumptions that replace the preset's. */
  assumptions?: Of['AssumptionOverrides']
  /** Draws a value for every other assumption, instead of what the simulator draws. */
  vary?: Of['VaryInput']
  /** A text that draws other values with the same seed, such as the name of a test. Default: none. */
  varyScope?: string
  /**
   * Whether it is a trial: a hidden session, excluded from coverage, events and traces. Its own request log has its
   * requests. It begins without the preset, the assumptions, the chaos and the strictness that the simulator was
   * created with. Default: false.
   */
  trial?: boolean
  /** Who makes it, so that they end no session of others. Default: nobody says. */
  maker?: string
}

/** The sessions of a simulator, besides its own. */
export interface Sessions<Of extends SessionsTypes = SessionsTypes> {
  /**
   * Returns the session with a name. Creates it with the simulator's scenario if needed.
   *
   * @throws for an invalid name
   */
  open(name: string): Of['Session']
  /** Creates a session. @throws if the name is taken or invalid, or if the session cannot be created */
  create(name: string, options?: Of['SessionOptions']): Of['Session']
  /** Returns a session, or undefined if there is none with this name. */
  get(name: string): Of['Session'] | undefined
  /** The existing sessions without trials, the most recently used one last. */
  list(): readonly Of['Session'][]
  /** Ends a session. Returns whether it existed. */
  delete(name: string): boolean
}

/** The sessions of a simulator, with what adapters and keepers need. */
export type ServingSessions = ReturnType<typeof createSessions>

const OPTIONS: OptionNames<SessionOptions> = {
  scenario: true,
  snapshot: true,
  preset: true,
  assumptions: 'fields',
  vary: true,
  varyScope: 'text',
  trial: 'flag',
  maker: 'text',
}

const CREATE = 'create a session'

/** Creates the sessions of a simulator. @param scenario what those begin with that name none */
export function createSessions(scenario: () => Scenario, parts: SessionParts, limits: PoolLimits) {
  let keeper: SessionKeeper | undefined
  const announce = ({ name, isTrial }: ServingSession, what: SessionEnd | 'created'): void => {
    if (!isTrial) parts.events.emit(name, () => ({ type: 'session', session: name, what }))
  }
  const onEnd = (session: ServingSession, how: SessionEnd): void => {
    announce(session, how)
    keeper?.onEnd(session, how)
  }
  const pool = createSessionPool(limits, onEnd, () => keeper)
  const create = (name: string, { trial = false, maker, ...options }: SessionOptions): ServingSession => {
    const own = trial ? { ...parts, preferred: {}, isStrict: false } : parts
    return createSession(name, followBeginning(scenario(), options, own), own, { isTrial: trial, maker })
  }
  const makeRoomFor = (act: () => ServingSession): ServingSession => {
    try {
      return act()
    } catch (error) {
      if (!(error instanceof NoRoomError) || !pool.freeMemory(error.missing)) throw error
      return act()
    }
  }
  const begin = (name: string, options: SessionOptions): ServingSession => {
    if (name === MAIN_SESSION) {
      throw buildTakenNameError(name, 'the simulator’s own session has this name', 'Choose another name.')
    }
    pool.assertPlace(name)
    const session = makeRoomFor(() => create(ownText(name), options))
    pool.add(session)
    announce(session, 'created')
    keeper?.onCreate(session)
    return session
  }

  return {
    /** After how many milliseconds without a request a session ends. */
    idleMilliseconds: limits.idleMilliseconds,
    /** What keeps sessions outside of the memory. Default: nothing. */
    get keeper(): SessionKeeper | undefined {
      return keeper
    },
    /** Lets something keep the sessions from now on. */
    keepIn(nextKeeper: SessionKeeper) {
      keeper = nextKeeper
    },
    peek: pool.peek,
    leave: pool.leave,
    freeMemory: pool.freeMemory,
    /** Creates a session that continues a stored one. @throws OptionError if that is not possible */
    adopt(stored: StoredSession): ServingSession {
      pool.assertPlace(assertPathName(CREATE, stored.name))
      const session = makeRoomFor(() => createStoredSession(stored, parts))
      pool.add(session)
      return session
    },
    get(name: string): ServingSession | undefined {
      assertValue('find a session', 'name', name, 'text')
      return pool.find(name)
    },
    open: (name: string): ServingSession => pool.find(assertPathName(CREATE, name)) ?? begin(name, {}),
    create(name: string, options: SessionOptions = {}): ServingSession {
      assertKnownOptions(CREATE, options, OPTIONS)
      if (pool.find(assertPathName(CREATE, name)) === undefined) return begin(name, options)
      throw buildTakenNameError(name, 'the name is taken', 'Choose another name, or delete the session.')
    },
    list: (): readonly ServingSession[] => pool.list().filter(({ isTrial }) => !isTrial),
    delete(name: string): boolean {
      assertValue('delete a session', 'name', name, 'text')
      return pool.delete(name)
    },
  }
}

/** Completes the sessions that users get. The server and the control API need little of most. */
export function completeSessions({ open, create, get, list, delete: end }: ServingSessions): Sessions {
  const methods: Sessions = {
    open: (name) => complete(open(name)),
    create: (name, options) => complete(create(name, options)),
    get: (name) => complete(get(name)),
    list: () => list().map(complete),
    delete: end,
  }
  return refuseNeedless('sessions.', methods, { open: 1, create: 2, get: 1, list: 0, delete: 1 })
}

function buildTakenNameError(name: string, received: string, advice: string): TakenError {
  return new TakenError({ attempt: `create session "${name}"`, received, advice })
}

/** Returns what finds the beginning of a session. When its scenario has been defined anew, that is another one. */
function followBeginning(
  usual: Scenario,
  { snapshot, scenario = usual, vary, ...own }: SessionOptions,
  parts: SessionParts,
): () => Beginning {
  if (snapshot !== undefined) {
    const parsed = parseSnapshot(parts.declared, snapshot)
    return () => parsed
  }
  const found = resolveScenario(scenario, parts)
  const variation = vary === undefined ? undefined : readVariation(parts.declared.questions, vary)
  const isNamed = typeof scenario === 'string' || scenario === usual
  const find = isNamed ? parts.follow(found) : () => found
  return followStart(find, (each) => findStart(each, parts, { ...own, vary: variation }))
}

/** Returns the name of a session or of a snapshot. @throws OptionError if it is invalid */
export function assertPathName(attempt: string, name: string): string {
  if (isSessionName(name)) return name
  throw new OptionError({
    attempt,
    received: `its name is ${showValue(name)}`,
    advice: typeof name === 'object' ? `Pass its name first, and then the options. ${SESSION_NAMES}` : SESSION_NAMES,
  })
}

interface PoolLimits {
  /** After how many milliseconds without a request a session ends. */
  idleMilliseconds: number
  /**
   * How many sessions there can be at once. If a new session exceeds the limit, the one that was used
   * longest ago ends, provided that it was not used for a minute.
   */
  most: number
}

/** Creates an empty pool. @param onEnd called after the end of each session */
function createSessionPool(
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
      if (leaving === undefined) throw buildPlaceError(name, most, keeper === undefined ? findWait() : 1)
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

function buildPlaceError(name: string, most: number, retryAfter: number): NoRoomError {
  const reason = `there are already ${most} sessions, and all of them were used within the last minute. Delete some, or wait`
  return new NoRoomError({ attempt: `create session "${name}"`, received: reason }, { retryAfter })
}
