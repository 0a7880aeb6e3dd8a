import type { AssumptionOverrides } from '../contract/register/assumptions.ts'
import type { Preset } from '../contract/register/register.ts'
import { showValue } from '../data/describe-issues.ts'
import { NoRoomError, OptionError, TakenError } from '../option-error.ts'
import { defineScenario, type Scenario, type ScenarioInput } from '../scenario.ts'
import { createSession, type ServingSession, type Session } from './session.ts'
import { createSessionPool, type PoolLimits } from './session-pool.ts'
import { parseSnapshot } from './snapshot.ts'
import { findStart } from './start.ts'
import type { SessionParts } from './state.ts'

/** What a session begins with where it is not what the simulator began with. */
export interface SessionOptions {
  /** The name of a scenario, or one of your own. */
  scenario?: string | ScenarioInput
  /** A state that was taken down, in place of a scenario. */
  snapshot?: unknown
  preset?: Preset
  assumptions?: AssumptionOverrides
}

/** The isolated worlds of a simulator, beside its own. */
export interface Sessions {
  /** The session of a name; it begins with the simulator's scenario where there is none yet. @throws for a bad name */
  open(name: string): Session
  /** Begins a session. @throws when the name is taken or bad, or the session cannot begin so */
  create(name: string, options?: SessionOptions): Session
  get(name: string): Session | undefined
  /** The sessions that there are, the one that was used last at the end. */
  list(): readonly Session[]
  /** Ends a session and tells whether there was one. */
  delete(name: string): boolean
}

export interface ServingSessions extends Sessions {
  open(name: string): ServingSession
  get(name: string): ServingSession | undefined
}

export interface SessionLimits extends PoolLimits {
  /** The name of the simulator's own session, which no other can have. */
  main: string
}

const NAME = /^(?!\.{1,2}$)[\w.~-]{1,100}$/

/** Creates the sessions of a simulator. */
export function createSessions(
  scenario: () => Scenario,
  parts: SessionParts,
  { main, ...limits }: SessionLimits,
): ServingSessions {
  const pool = createSessionPool(limits, (name, how) =>
    parts.events.emit(() => ({ type: 'session', session: name, what: how })),
  )
  const create = (name: string, options: SessionOptions): ServingSession =>
    createSession(name, findBeginning(options, scenario(), parts), parts)
  const createOrMakeRoom = (name: string, options: SessionOptions): ServingSession => {
    try {
      return create(name, options)
    } catch (error) {
      if (!(error instanceof NoRoomError) || !pool.freeMemory(error.missing)) throw error
      return create(name, options)
    }
  }
  const begin = (name: string, options: SessionOptions): ServingSession => {
    if (name === main) {
      throw new TakenError(`Failed to begin session "${name}": it is the simulator itself. Choose another name.`)
    }
    pool.assertPlace(name)
    const session = createOrMakeRoom(name, options)
    pool.add(session)
    parts.events.emit(() => ({ type: 'session', session: name, what: 'created' }))
    return session
  }

  return {
    get: pool.find,
    open: (name) => pool.find(assertName(name)) ?? begin(name, {}),
    create(name, options = {}) {
      if (pool.find(assertName(name)) === undefined) return begin(name, options)
      throw new TakenError(`Failed to begin session "${name}": there is one. Choose another name, or delete it.`)
    },
    list: pool.list,
    delete: pool.delete,
  }
}

function findBeginning(
  { snapshot, scenario, preset, assumptions }: SessionOptions,
  usual: Scenario,
  parts: SessionParts,
) {
  if (snapshot !== undefined) return parseSnapshot(snapshot)
  const given = typeof scenario === 'object' ? defineScenario(scenario) : undefined
  const found = typeof scenario === 'string' ? parts.findScenario(scenario) : (given ?? usual)
  const start = findStart(found, parts)
  return { ...start, preset: preset ?? start.preset, assumptions: { ...start.assumptions, ...assumptions } }
}

function assertName(name: string): string {
  if (NAME.test(name)) return name
  throw new OptionError(
    `Failed to begin a session: its name is ${showValue(name)}. Allowed: 1 to 100 letters, digits, "_", "-", "." and "~".`,
  )
}
