import { type Chaos, type ChaosEngine, createChaos } from '../behaviour/chaos.ts'
import { type ChaosInput, readChaos } from '../behaviour/chaos-input.ts'
import type { FaultRule } from '../behaviour/fault.ts'
import { createFaultEngine, type FaultEngine } from '../behaviour/faults.ts'
import { createJournal, type JournalWriter } from '../behaviour/journal.ts'
import { createRateWindow, type RateWindow } from '../behaviour/rate-window.ts'
import { realTime } from '../behaviour/real-time.ts'
import type { Contract } from '../contract/contract.ts'
import {
  type AssumptionOverrides,
  type Assumptions,
  resolveAssumptions,
  statusValuesOf,
} from '../contract/register/assumptions.ts'
import type { Preset } from '../contract/register/register.ts'
import type { Baseline, WorldSettings } from '../data/baseline.ts'
import type { DatabaseChange } from '../data/database.ts'
import { createWorld, type World } from '../data/world.ts'
import type { WorldChanges } from '../data/world-plan.ts'
import type { Scenario } from '../scenario.ts'
import type { EventSource, SessionEvent } from './events.ts'
import type { Snapshot } from './snapshot.ts'

/** What sessions share. */
export interface SessionParts {
  findContract(assumptions: Assumptions): Contract
  findBaseline(scenario: Scenario, settings: WorldSettings): Baseline
  /** The scenario of a name. @throws when it is unknown */
  findScenario(name: string): Scenario
  /** Values in place of every scenario's own. */
  overrides: {
    preset?: Preset | undefined
    assumptions?: AssumptionOverrides | undefined
    chaos?: ChaosInput | undefined
  }
  /** How many requests a session keeps. */
  journalSize: number
  /** Whether every answer says in a header how it came about. */
  explains: boolean
  /** Whether clocks run with the time outside from the start. */
  clocksRun: boolean
  events: EventSource
}

/** Where a session begins, and what it goes back to. */
export interface Start {
  scenario: Scenario
  preset: Preset
  assumptions: AssumptionOverrides
}

/** All that a session is at one moment. */
export interface State {
  start: Start
  /** The assumptions that differ from the preset. */
  assumptions: AssumptionOverrides
  contract: Contract
  world: World
  engine: FaultEngine
  chaos: ChaosEngine
  journal: JournalWriter
  /** What the service itself counts requests in (assumption `rateLimit`). */
  rateWindow: RateWindow
  /** Counts the calls that something is drawn for, from 0. */
  takeTurn(): number
}

// What the real service's platform says of its own.
const RATE_LIMIT = 1000
const RATE_WINDOW = 10_000
const NO_CHAOS: Chaos = { level: 0, seed: 0 }

/** Where a session of a scenario begins. */
export function findStart(scenario: Scenario, { overrides }: SessionParts): Start {
  return {
    scenario,
    preset: overrides.preset ?? scenario.preset ?? 'spec',
    assumptions: { ...scenario.assumptions, ...overrides.assumptions },
  }
}

/** What is not as it is at the start. */
export interface Departure {
  assumptions?: AssumptionOverrides
  changes?: WorldChanges
  faults?: readonly FaultRule[]
  clockRuns?: boolean
  /** What goes on as it was. */
  kept?: Partial<Pick<State, 'engine' | 'chaos' | 'journal' | 'rateWindow' | 'takeTurn'>>
}

/** Builds the state of a session, at its start or away from it. @throws OptionError when it cannot be so */
export function buildState(name: string, start: Start, parts: SessionParts, departure: Departure = {}): State {
  const { scenario, preset } = start
  const { kept = {} } = departure
  const assumptions = departure.assumptions ?? start.assumptions
  const resolved = resolveAssumptions(preset, assumptions)
  const baseline = parts.findBaseline(scenario, readSettings(resolved))
  const contract = parts.findContract(resolved)
  let turns = 0
  return {
    start,
    assumptions,
    contract,
    world: createWorld(baseline, {
      changes: departure.changes ?? scenario.changes,
      isRunning: departure.clockRuns ?? parts.clocksRun,
      realTime,
      onChange: (change) => parts.events.emit(() => toChangeEvent(name, change)),
    }),
    engine: kept.engine ?? createFaultEngine(scenario.seed, contract.routes, departure.faults ?? scenario.faults),
    chaos: kept.chaos ?? createChaos(findChaos(scenario, parts) ?? NO_CHAOS),
    journal: kept.journal ?? createJournal(name, parts.journalSize),
    rateWindow: kept.rateWindow ?? createRateWindow(RATE_LIMIT, RATE_WINDOW),
    takeTurn: kept.takeTurn ?? (() => turns++),
  }
}

/** The chaos of a scenario's sessions, if there is any. @throws OptionError when it is asked for in no way that counts */
export function findChaos(scenario: Scenario, { overrides }: Pick<SessionParts, 'overrides'>): Chaos | undefined {
  const asked = overrides.chaos ?? scenario.chaos
  return asked === undefined ? undefined : { seed: scenario.seed, ...readChaos(asked) }
}

function toChangeEvent(session: string, { kind, change: { removed, added } }: DatabaseChange): SessionEvent {
  return {
    type: 'change',
    session,
    kind,
    ...(removed === undefined ? {} : { removed: removed.id }),
    ...(added === undefined ? {} : { added: added.id }),
  }
}

/** Builds the state that was taken down. @throws OptionError when it cannot be */
export function buildSnapshotState(
  name: string,
  snapshot: Snapshot,
  parts: SessionParts,
  clockRuns = parts.clocksRun,
): State {
  const { scenario, preset, assumptions, current } = snapshot
  return buildState(name, { scenario, preset, assumptions }, parts, {
    assumptions: current.assumptions,
    changes: current.changes,
    faults: current.faults,
    clockRuns,
  })
}

function readSettings(assumptions: Assumptions): WorldSettings {
  return {
    statuses: statusValuesOf(assumptions),
    allowNull: assumptions.nullableFields === 'some',
    freeForm: assumptions.freeFormObjects,
    numericRepositoryIds: assumptions.repositoryIdType === 'integer',
  }
}
