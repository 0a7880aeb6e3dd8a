import { scenarios as shippedScenarios } from '../../scenarios/index.ts'
import { createFetch } from './adapters/fetch.ts'
import { createBaselines } from './baselines.ts'
import type { ChaosInput } from './behaviour/chaos-input.ts'
import { createByteBudget, MEGABYTE, type MemoryUsage } from './byte-budget.ts'
import { type BaseUrl, parseBaseUrl } from './contract/base-url.ts'
import type { Contract } from './contract/contract.ts'
import type { AssumptionOverrides } from './contract/register/assumptions.ts'
import type { Preset } from './contract/register/register.ts'
import { createContracts } from './contracts.ts'
import { createControlApi } from './control/control-api.ts'
import { announceSimulator } from './coverage/announcement.ts'
import type { ReportProgress } from './data/baseline.ts'
import { showValue } from './data/describe-issues.ts'
import { extend } from './extend.ts'
import { createGate, type Service } from './gate.ts'
import { assertKnownOptions, type OptionNames } from './known-options.ts'
import { OptionError } from './option-error.ts'
import { defineScenario, type Scenario, type ScenarioInput } from './scenario.ts'
import { createEventSource, type Events } from './sessions/events.ts'
import { createSession, type Session } from './sessions/session.ts'
import { createSessions, type Sessions } from './sessions/sessions.ts'
import { findStart } from './sessions/start.ts'
import type { SessionParts } from './sessions/state.ts'
import { suggestWord } from './suggestion.ts'

export interface SimulatorOptions {
  /** The name of a scenario, or your own scenario. Default: `default`. */
  scenario?: string | ScenarioInput
  /** The seed that all data is drawn from, a whole number. It replaces the scenario's. */
  seed?: number
  /** The present of the world. It replaces the scenario's. */
  now?: string | Date
  /** How many deployments there are at the start. It replaces the scenario's number. */
  deployments?: number
  /** The set of assumptions about what the contract leaves open. It replaces every scenario's. */
  preset?: Preset
  /** Assumptions that replace the preset's and every scenario's. */
  assumptions?: AssumptionOverrides
  /** The URL where the client expects the service, or a path on every origin. Default: the root of every origin. */
  baseUrl?: string
  /** Your own scenarios that can be loaded by name, besides those of the package. */
  scenarios?: readonly ScenarioInput[]
  /**
   * The memory limit in megabytes, for worlds, their changes, and everything that is cached or kept.
   * Default: what Node or the browser may use; 4096 if that is unknown.
   */
  memory?: number
  /** How many requests the journal of each session stores, as long as there is memory for them. Default: 1000. */
  journalSize?: number
  /** Whether every response explains itself in the header `X-Simulator-Explanation`. Default: false. */
  explain?: boolean
  /** After how many minutes without a request a session ends. Default: 60. */
  sessionMinutes?: number
  /** Whether clocks stand still until they are advanced, or run in real time. Default: `frozen`. */
  clock?: 'frozen' | 'running'
  /**
   * Random faults, drawn from a seed. They replace every scenario's. `'0.3:4711'` injects faults into
   * 30% of requests, the same ones in every run. Default: none.
   */
  chaos?: ChaosInput
  /**
   * Whether `handlers` answer `/_simulator` too. A server always does, and protects it. Default: false,
   * because handlers can be served to a network, where everyone could use it.
   */
  controlApi?: boolean
}

/** A simulated service with its data. It is itself a session: that of requests that do not name a session. */
export interface Simulator extends Session {
  /** The other sessions. */
  readonly sessions: Sessions
  /** The events of all sessions. */
  readonly events: Events
  /** The scenarios that can be loaded by name. */
  readonly scenarios: readonly Scenario[]
  /** How much memory all sessions together use, and for what. */
  memory(): MemoryUsage
  /**
   * Adds a scenario that can be loaded by its name. It replaces a scenario with the same name. Existing
   * worlds do not change.
   *
   * @throws with all issues; nothing changes then
   */
  define(scenario: ScenarioInput): Scenario
  /** Sends a request to the service, without a network. A path is enough. */
  readonly fetch: typeof fetch
  /** The service itself, for adapters. */
  readonly service: Service
  /** The URL where the client expects the service, for adapters. */
  readonly base: BaseUrl
  /** Returns the current contract of a session, for adapters. */
  contractOf(session: string): Contract
}

/** Callbacks while a world is built. */
export interface BuildHooks {
  /** Called every thousand records. */
  onProgress?: ReportProgress
}

export type { ReportProgress }

const MAIN_SESSION = 'default'
const JOURNAL_SIZE = 1000
const MOST_SESSIONS = 10_000
const SESSION_MINUTES = 60
const MEGABYTES = 4096

/** The names of all options. */
export const SIMULATOR_OPTIONS: OptionNames<SimulatorOptions> = {
  scenario: true,
  seed: true,
  now: true,
  deployments: true,
  preset: true,
  assumptions: true,
  baseUrl: true,
  scenarios: true,
  memory: true,
  journalSize: true,
  explain: true,
  sessionMinutes: true,
  clock: true,
  chaos: true,
  controlApi: true,
}

/**
 * Creates a simulator: the service of the contract, with its own data.
 *
 * @throws if an option is invalid, with its name and what is allowed
 * @example
 * const simulator = createSimulator({ seed: 7, assumptions: { lastPageOffset: 'limit' } })
 * const response = await simulator.fetch('/v2/deployments?limit=2')
 */
export function createSimulator(options: SimulatorOptions = {}, { onProgress }: BuildHooks = {}): Simulator {
  assertKnownOptions('create the simulator', options, SIMULATOR_OPTIONS)
  const {
    preset,
    assumptions,
    chaos,
    memory = MEGABYTES,
    journalSize = JOURNAL_SIZE,
    explain = false,
    sessionMinutes = SESSION_MINUTES,
  } = options
  const scenarios = listScenarios(options.scenarios ?? [])
  const base = parseBaseUrl(options.baseUrl)
  const events = createEventSource()
  const budget = createByteBudget(parseCount('memory', memory, 1) * MEGABYTE)
  const baselines = createBaselines(budget, onProgress)
  const parts: SessionParts = {
    findContract: createContracts(budget),
    findBaseline: baselines.find,
    findScenario: (name) => findScenario(name, scenarios),
    overrides: { preset, assumptions, chaos },
    journalSize: parseCount('journalSize', journalSize),
    explains: explain,
    clocksRun: parseClock(options.clock),
    events,
    budget,
  }
  const main = createSession(MAIN_SESSION, findStart(resolveScenario(options, scenarios), parts), parts)
  const idleMilliseconds = parseCount('sessionMinutes', sessionMinutes, 1) * 60_000
  const sessions = createSessions(() => main.scenario, parts, {
    idleMilliseconds,
    most: MOST_SESSIONS,
    main: MAIN_SESSION,
  })
  const define = (input: ScenarioInput): Scenario => {
    const scenario = defineScenario(input)
    const place = scenarios.findIndex(({ name }) => name === scenario.name)
    scenarios.splice(place < 0 ? scenarios.length : place, 1, scenario)
    return scenario
  }
  const controlApi = createControlApi({ main, sessions, scenarios, events, budget, whenBuilt: baselines.whenBuilt })
  const service = createGate({ main, sessions, controlApi, whenBuilt: baselines.whenBuilt })
  const contractOf = (session: string) => (session === MAIN_SESSION ? main : sessions.open(session)).contract
  const simulator = extend(main, {
    sessions,
    events,
    scenarios,
    memory: budget.read,
    define,
    service,
    base,
    contractOf,
    fetch: createFetch(service, base),
  })
  announceSimulator(simulator)
  return simulator
}

function parseCount(name: string, value: number, least = 0): number {
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new OptionError(
    `Failed to create the simulator: "${name}" is ${value}. It must be a whole number of at least ${least}.`,
  )
}

function parseClock(clock: SimulatorOptions['clock'] = 'frozen'): boolean {
  if (clock === 'frozen' || clock === 'running') return clock === 'running'
  throw new OptionError(
    `Failed to create the simulator: "clock" is ${JSON.stringify(clock)}. Allowed: "frozen", "running".`,
  )
}

// Your own scenarios come last. They replace shipped ones with the same name.
function listScenarios(own: readonly ScenarioInput[]): Scenario[] {
  const defined = own.map((each) => defineScenario(each))
  const names = new Set<string>()
  for (const { name } of defined) {
    if (names.has(name)) {
      throw new OptionError(`Failed to create the simulator: two scenarios are called "${name}". Rename one.`)
    }
    names.add(name)
  }
  const shipped = shippedScenarios.filter(({ name }) => !names.has(name))
  return [...shipped, ...defined]
}

function resolveScenario(
  { scenario = 'default', seed, now, deployments }: SimulatorOptions,
  scenarios: readonly Scenario[],
): Scenario {
  const chosen = typeof scenario === 'string' ? findScenario(scenario, scenarios) : defineScenario(scenario)
  if (seed === undefined && now === undefined && deployments === undefined) return chosen
  return defineScenario({
    ...chosen,
    ...(seed === undefined ? {} : { seed }),
    ...(now === undefined ? {} : { now: toTimestamp(now) }),
    ...(deployments === undefined ? {} : { deployments }),
  })
}

// An invalid date is rejected with the scenario, with a proper message.
function toTimestamp(now: string | Date): string {
  return now instanceof Date && !Number.isNaN(now.getTime()) ? now.toISOString() : String(now)
}

function findScenario(name: string, scenarios: readonly Scenario[]): Scenario {
  const found = scenarios.find((each) => each.name === name)
  if (found !== undefined) return found
  const known = scenarios.map((each) => each.name)
  const hint = suggestWord(name, known)
  throw new OptionError(
    `Failed to load the scenario: ${showValue(name)} is unknown.${hint} Known: ${known.join(', ')}.`,
  )
}
