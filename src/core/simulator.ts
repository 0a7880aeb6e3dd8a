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
  /** The name of a scenario, or one of your own. Default: `default`. */
  scenario?: string | ScenarioInput
  /** A whole number that all data is drawn from, in place of the scenario's. */
  seed?: number
  /** The present of the world, in place of the scenario's. */
  now?: string | Date
  /** How many deployments there are at the start, in place of the scenario's. */
  deployments?: number
  /** The set of answers to what the interface leaves open, in place of every scenario's. */
  preset?: Preset
  /** Answers in place of the preset's and of every scenario's. */
  assumptions?: AssumptionOverrides
  /** Where the client believes the service is: a URL, or a path that counts on every origin. Default: the root of every origin. */
  baseUrl?: string
  /** Scenarios of your own that can be loaded by name, beside those that come with the package. */
  scenarios?: readonly ScenarioInput[]
  /**
   * How many megabytes the simulator may use at most: for worlds, for what is written in them,
   * and for what it keeps of requests. Default: what Node or the browser may use; 4096 where
   * that is unknown.
   */
  memory?: number
  /** How many requests each session keeps, as long as there is memory for them. Default: 1000. */
  journalSize?: number
  /** Whether every answer says in the header `X-Simulator-Explanation` how it came about. Default: false. */
  explain?: boolean
  /** After how many minutes without a request a session ends. Default: 60. */
  sessionMinutes?: number
  /** Whether clocks stand still until somebody moves them, or run with the time outside. Default: `frozen`. */
  clock?: 'frozen' | 'running'
  /**
   * Faults drawn from a seed, in place of every scenario's: `'0.3:4711'` makes three in ten
   * requests go wrong, the same ones in every run. Default: none.
   */
  chaos?: ChaosInput
  /**
   * Whether `handlers` answer `/_simulator`, too. A server always does, and guards it. Default:
   * false, since handlers can be served to a network from where anybody could use it.
   */
  controlApi?: boolean
}

/** A simulated service with its data. It is a session itself, the one of requests that name none. */
export interface Simulator extends Session {
  /** The worlds beside its own. */
  readonly sessions: Sessions
  /** What happens in all sessions. */
  readonly events: Events
  /** The scenarios that can be loaded by name. */
  readonly scenarios: readonly Scenario[]
  /** How much memory all sessions together use, and what for. */
  memory(): MemoryUsage
  /**
   * Lets a scenario be loaded by its name, in place of the one that had that name. Worlds that
   * have begun stay as they are.
   *
   * @throws naming every issue; nothing changes then
   */
  define(scenario: ScenarioInput): Scenario
  /** Sends a request to the service, without a network. A path is enough. */
  readonly fetch: typeof fetch
  /** The service itself, for adapters. */
  readonly service: Service
  /** Where the client believes the service is, for adapters. */
  readonly base: BaseUrl
  /** The interface as a session answers it now, for adapters. */
  contractOf(session: string): Contract
}

/** What is told about a world while it is built. */
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
 * Creates a simulator: the service of the interface, over data of its own.
 *
 * @throws when an option cannot be used, naming it and what is allowed
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
  // Not a copy: what a session is follows what is done to it.
  const simulator = Object.assign(main, {
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

// Yours come last, so that one of the same name as a shipped one takes its place.
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

// What is no instant is refused with the scenario, in words.
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
