import type { Chaos } from '../behaviour/chaos.ts'
import type { Faults } from '../behaviour/faults.ts'
import type { Journal } from '../behaviour/journal.ts'
import type { Contract } from '../contract/contract.ts'
import type { ServiceRequest, ServiceResponse } from '../contract/messages.ts'
import type { AssumptionOverrides, Assumptions } from '../register/assumptions.ts'
import type { Preset } from '../register/register.ts'
import { defineScenario, type Scenario, type ScenarioInput } from '../scenario.ts'
import { type Clock, followClock } from '../store/clock.ts'
import { type Collections, followCollections } from '../world/collections.ts'
import type { StartReason } from './events.ts'
import { serveRequest } from './serving.ts'
import { buildSnapshot, parseSnapshot, type Snapshot } from './snapshot.ts'
import { findStart, type Start } from './start.ts'
import { buildSnapshotState, buildState, findChaos, type SessionParts } from './state.ts'

/** An isolated world: data, clock, faults, journal and assumptions. */
export interface Session {
  readonly name: string
  /** The scenario that it started with and that `reset` returns to. */
  readonly scenario: Scenario
  readonly preset: Preset
  /** The value of every entry of the register. */
  readonly assumptions: Assumptions
  /** The data, by kind. */
  readonly db: Collections
  /** The ids of the tag values of the deployments, which `tag_value_ids` filters by. */
  readonly tagValueIds: readonly string[]
  readonly faults: Faults
  /** The level and seed of random faults, if there are any. They come in addition to `faults`. */
  readonly chaos: Chaos | undefined
  /** The journal: the recent requests. */
  readonly requests: Journal
  /** The clock of the world. */
  readonly clock: Clock
  /** Returns to the start of the scenario: data, ids, time, assumptions, faults and requests. */
  reset(): void
  /** Switches to another scenario, given by name or in full. @throws with all issues; nothing changes then */
  load(scenario: string | ScenarioInput): void
  /**
   * Sets assumptions. The others and the data stay unchanged.
   *
   * @throws if an id or a value is unknown, or if the data does not allow it; nothing changes then
   * @example
   * simulator.assume({ lastPageOffset: 'limit' })
   */
  assume(overrides: AssumptionOverrides): void
  /** Takes a snapshot, to restore the state later or to create another session with it. */
  snapshot(): Snapshot
  /**
   * Restores a snapshot. After that, `reset` returns to the start of the snapshot's scenario.
   *
   * @throws with all issues; nothing changes then
   */
  restore(snapshot: unknown): void
}

/** A session with the methods that adapters need. */
export interface ServingSession extends Session {
  readonly contract: Contract
  /** An estimate of its bytes, without the data that it starts with. */
  bytes(): number
  /** Ends the session. Requests that are waiting stop waiting. */
  end(): void
  /** Answers a request. */
  handle(request: ServiceRequest): ServiceResponse | Promise<ServiceResponse>
}

/** Creates a session. @throws OptionError if that is not possible */
export function createSession(name: string, from: Start | Snapshot, parts: SessionParts): ServingSession {
  let state = 'format' in from ? buildSnapshotState(name, from, parts) : buildState(name, from, parts)

  const go = (next: typeof state, why: StartReason): void => {
    const before = state
    state = next
    // This comes last, because requests that were waiting are then answered from the new state.
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
    // These objects stay valid: every call uses the current state.
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
