import type { Chaos } from '../behaviour/chaos.ts'
import type { Faults } from '../behaviour/faults.ts'
import type { Journal } from '../behaviour/journal.ts'
import type { Contract } from '../contract/contract.ts'
import type { ServiceRequest, ServiceResponse } from '../contract/messages.ts'
import type { AssumptionOverrides, Assumptions } from '../contract/register/assumptions.ts'
import type { Preset } from '../contract/register/register.ts'
import { type Clock, followClock } from '../data/clock.ts'
import { type Collections, followCollections } from '../data/collections.ts'
import { defineScenario, type Scenario, type ScenarioInput } from '../scenario.ts'
import type { StartReason } from './events.ts'
import { serveRequest } from './serving.ts'
import { buildSnapshot, parseSnapshot, type Snapshot } from './snapshot.ts'
import { findStart, type Start } from './start.ts'
import { buildSnapshotState, buildState, findChaos, type SessionParts } from './state.ts'

/** A world with a service of its own: data, clock, faults, requests and assumptions. */
export interface Session {
  readonly name: string
  /** What it began with and goes back to. */
  readonly scenario: Scenario
  readonly preset: Preset
  /** The value of every entry of the register. */
  readonly assumptions: Assumptions
  /** The data, by kind. */
  readonly db: Collections
  /** The ids of the tag values that the deployments carry: what `tag_value_ids` filters by. */
  readonly tagValueIds: readonly string[]
  readonly faults: Faults
  /** What faults are drawn from beside those, if any are. */
  readonly chaos: Chaos | undefined
  /** The last requests. */
  readonly requests: Journal
  /** The time of the world. */
  readonly clock: Clock
  /** Goes back to the start of the scenario: data, ids, time, assumptions, faults and requests. */
  reset(): void
  /** Begins with another scenario, by its name or as it is. @throws naming what is wrong; nothing changes then */
  load(scenario: string | ScenarioInput): void
  /**
   * Sets assumptions; the others stay, and so does the data.
   *
   * @throws where an id or a value is unknown, or the data does not allow it; nothing changes then
   * @example
   * simulator.assume({ lastPageOffset: 'limit' })
   */
  assume(overrides: AssumptionOverrides): void
  /** Takes the state down: to come back to it, or to begin another session with it. */
  snapshot(): Snapshot
  /**
   * Goes to a state that was taken down. `reset` goes to the start of its scenario then.
   *
   * @throws naming every issue; nothing changes then
   */
  restore(snapshot: unknown): void
}

/** A session as adapters use it. */
export interface ServingSession extends Session {
  readonly contract: Contract
  /** About how many bytes it takes beside the data that it begins with. */
  bytes(): number
  /** Ends it: nobody waits any longer for an answer. */
  end(): void
  /** Answers a request. */
  handle(request: ServiceRequest): ServiceResponse | Promise<ServiceResponse>
}

/** Creates a session. @throws OptionError when it cannot begin so */
export function createSession(name: string, from: Start | Snapshot, parts: SessionParts): ServingSession {
  let state = 'format' in from ? buildSnapshotState(name, from, parts) : buildState(name, from, parts)

  const go = (next: typeof state, why: StartReason): void => {
    const before = state
    state = next
    // After that, since whoever waits is answered by the new state.
    before.leave(next)
    parts.events.emit(() => ({ type: 'start', session: name, scenario: next.start.scenario.name, why }))
  }
  const getState = () => state

  return {
    name,
    get scenario() {
      return state.start.scenario
    },
    get preset() {
      return state.start.preset
    },
    get assumptions() {
      return state.contract.assumptions
    },
    get contract() {
      return state.contract
    },
    get tagValueIds() {
      return state.world.baseline.context.tagValueIds
    },
    // Whoever keeps one of these has the state of the moment at every call.
    db: followCollections(() => state.world.collections),
    faults: {
      add: (fault) => state.engine.add(fault, state.contract.routes),
      list: () => state.engine.list(),
      remove: (id) => state.engine.remove(id),
      clear: () => state.engine.clear(),
    },
    get chaos() {
      return findChaos(state.start.scenario, parts)
    },
    requests: {
      list: () => state.journal.list(),
      count: () => state.journal.count(),
      get: (id) => state.journal.get(id),
      clear: () => state.journal.clear(),
    },
    clock: followClock(() => state.world.clock),
    reset: () => go(buildState(name, state.start, parts), 'reset'),
    load(scenario) {
      const found = typeof scenario === 'string' ? parts.findScenario(scenario) : defineScenario(scenario)
      go(buildState(name, findStart(found, parts), parts), 'load')
    },
    assume(overrides) {
      const { start, world } = state
      const changed = {
        assumptions: { ...state.assumptions, ...overrides },
        changes: world.readChanges(),
        clockRuns: !world.clock.isFrozen(),
        kept: state,
      }
      go(buildState(name, start, parts, changed), 'assume')
    },
    snapshot: () =>
      buildSnapshot({
        ...state.start,
        current: {
          assumptions: state.assumptions,
          faults: state.engine.list(),
          changes: state.world.readChanges(),
        },
      }),
    restore: (snapshot) =>
      go(buildSnapshotState(name, parseSnapshot(snapshot), parts, !state.world.clock.isFrozen()), 'restore'),
    bytes: () => state.bytes(),
    end: () => state.leave(),
    handle: (request) => serveRequest(name, request, getState, parts),
  }
}
