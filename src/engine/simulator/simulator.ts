// Connects the sessions, the service and fetch.

import { ANY_ORIGIN, createFetch } from '../adapters/fetch.ts'
import { createGate, type Gate } from '../adapters/gate.ts'
import { createWorkTurns } from '../adapters/turns.ts'
import { type BaseUrl, parseBaseUrl, reportRepetition } from '../contract/base-url.ts'
import type { Contract } from '../contract/contract.ts'
import { createContracts } from '../contract/contracts.ts'
import type { LoadDocumentBuilder } from '../contract/document-builder.ts'
import { toHeadResponse } from '../contract/operation/without-body.ts'
import type { ControlApi } from '../control/control-api.ts'
import type { ControlTarget } from '../control/control-operation.ts'
import { buildUnexpectedRefusal } from '../control/shared/control-failure.ts'
import { readVariation } from '../define/assumptions/variation.ts'
import { extend } from '../input/options/extend.ts'
import { assertKnownOptions } from '../input/options/known-options.ts'
import { OptionError, type Problem } from '../input/options/option-error.ts'
import { quote } from '../input/text/quote.ts'
import { suggestWord } from '../input/text/suggestion.ts'
import type { WriteHar } from '../journal/followed-journal.ts'
import { createSharedBodies } from '../journal/sent-response.ts'
import { createByteBudget, MEMORY_KINDS, type MemoryUsage } from '../limits/byte-budget.ts'
import { createLateExtension, onDemand } from '../limits/on-demand.ts'
import { announceSimulator } from '../reports/coverage/announcement.ts'
import {
  adviseOnFile,
  changeScenario,
  defineScenario,
  type Scenario,
  type ScenarioInput,
} from '../scenario/scenario.ts'
import type { Service, ServiceDeclarations } from '../scenario/service.ts'
import { createSession, type SessionParts } from '../sessions/create-session.ts'
import { createEventSource, type Events, type EventTypes } from '../sessions/events/event-source.ts'
import type { ServingSession, Session, SessionTypes } from '../sessions/session.ts'
import { MAIN_SESSION } from '../sessions/session-names.ts'
import { completeSessions, createSessions, type Sessions, type SessionsTypes } from '../sessions/sessions.ts'
import type { Overrides } from '../sessions/state/overrides.ts'
import type { Snapshot } from '../sessions/state/snapshot.ts'
import { findStart, followStart, type RunSettings, resolveStart, type Start } from '../sessions/state/start.ts'
import type { ReportProgress } from '../world/start/baseline.ts'
import { createBaselines } from '../world/start/baselines.ts'
import { type OptionTypes, readSettings, type SimulatorOptions, simulatorOptionsOf } from './simulator-options.ts'

/** The types of a simulator: those that a service makes exact. */
export interface SimulatorTypes extends SessionTypes, SessionsTypes, EventTypes, OptionTypes {
  readonly Sessions: Sessions
  readonly Events: Events
  readonly SimulatorOptions: SimulatorOptions
}

/** A simulated service with its data. It is itself a session: that of requests that do not name a session. */
export interface Simulator<Of extends SimulatorTypes = SimulatorTypes> extends Session<Of> {
  /** The other sessions. */
  readonly sessions: Of['Sessions']
  /** The events of all sessions. */
  readonly events: Of['Events']
  /** The scenarios that can be loaded by name. */
  readonly scenarios: readonly Of['Scenario'][]
  /** How much memory all sessions together use, and for what. */
  memory(): MemoryUsage
  /**
   * Adds a scenario that can be loaded by its name. It replaces a scenario with the same name. Existing
   * worlds do not change, until a simulator or a session that was made with that name is reset.
   *
   * @throws with all issues; nothing changes then
   */
  define(scenario: Of['ScenarioInput']): Of['Scenario']
  /** Sends a request to the service, without a network. A path is enough. With a base URL, other hosts are refused. */
  readonly fetch: typeof fetch
  /** Where requests to it arrive, for adapters. */
  readonly service: Gate
  /** The URL where the client expects the service, for adapters. */
  readonly base: BaseUrl
  /** Lets its data and its methods throw an error from now on, for entries: another simulator has taken its place. */
  retire(reason: Problem): void
  /** Returns the current contract of a session, for adapters. */
  contractOf(session: string): Contract
  /** Returns what answers instead of the service in a session, for entries that know MSW. */
  overridesOf(session: string): Overrides
}

/** A simulator of any service. */
export interface AnySimulator extends Simulator {}

/** A declared service, with whatever table of types. */
export type AnyService = Service<SimulatorTypes>

/** The service of an option, or the usual one of an entry, if the option is left out. */
export type Chosen = AnyService | 'usual'

/** What a type is with the usual service of an entry, and otherwise. */
export type WithChosen<Declared, Usual, Other> = ['usual'] extends [Declared] ? Usual : Other

/** The table of types that a declared service carries. */
export type TypesOf<Declared> = Declared extends Service<infer Of extends SimulatorTypes> ? Of : SimulatorTypes

/** What an entry adds to the options of its user. */
export interface BuildHooks {
  /** Called every thousand records while a world is built. */
  onProgress?: ReportProgress
  /** What is set for the whole run, perhaps as it concerns the service. It replaces what the options set. */
  run?: RunSettings | ((declared: ServiceDeclarations) => RunSettings)
  /** The snapshot that the simulator begins with, instead of its scenario. */
  snapshot?: Snapshot | undefined
  /** Called when `db` refuses a record. */
  onRefused?: ((error: OptionError) => void) | undefined
  /** What was learned about each question from a real service, in words. */
  learned?: Readonly<Record<string, string>> | undefined
}

export type { ReportProgress, RunSettings }

const MOST_SESSIONS = 10_000

// What tells about worlds stands above what serves them, and most simulators never load it.
const loadBuilder: LoadDocumentBuilder = () => import('../reports/openapi/documents.ts')

/**
 * Creates a simulator: the service of the contract, with its own data.
 *
 * @throws if an option is invalid, with its name and what is allowed
 * @example
 * const simulator = createSimulator(service, { seed: 7, assumptions: { lastPageOffset: 'limit' } })
 * const response = await simulator.fetch('/v2/deployments?limit=2')
 */
export function createSimulator<Of extends SimulatorTypes>(
  declared: Service<Of>,
  options?: Of['SimulatorOptions'],
  hooks?: BuildHooks,
): Simulator<Of>
export function createSimulator(
  declared: ServiceDeclarations,
  options: SimulatorOptions = {},
  { onProgress, run: ofRun = {}, snapshot, onRefused, learned }: BuildHooks = {},
): Simulator {
  assertKnownOptions('create the simulator', options, simulatorOptionsOf(declared))
  const { preset, assumptions, chaos } = options
  const { scenarios, find: findScenario, follow, define } = createScenarioList(declared, options.scenarios ?? [])
  const base = parseBaseUrl(options.baseUrl)
  const { memoryBytes, idleMilliseconds, ...settings } = readSettings(options)
  const events = createEventSource()
  const budget = createByteBudget(memoryBytes)
  const { find: findBaseline, whenBuilt } = createBaselines(declared, budget, {
    report: onProgress,
    speed: settings.speed,
  })
  const rendered = { json: new WeakMap() }
  const findContract = createContracts(declared, budget, { loadBuilder, rendered })
  const vary = options.vary === undefined ? undefined : readVariation(declared.questions, options.vary)
  const preferred = { preset, assumptions, chaos, vary }
  const run = typeof ofRun === 'function' ? ofRun(declared) : ofRun
  const turns = createWorkTurns()
  const inTurn = { inTurns: turns.run, nextTurn: turns.next }
  const shared = { onRefused, bodies: createSharedBodies(budget), extendLater: createLateExtension(), ...inTurn }
  const found = { findContract, findBaseline, whenBuilt, findScenario, follow }
  const reports = { loadBuilder, writeHar: createHarWriter(declared, `${base.origin ?? ANY_ORIGIN}${base.path}`) }
  const parts: SessionParts = { declared, ...reports, ...settings, ...found, preferred, run, events, budget, ...shared }

  const findBeginning = snapshot === undefined ? followScenario(options, parts) : () => snapshot
  const main = createSession(MAIN_SESSION, findBeginning, parts)
  const sessions = createSessions(() => findBeginning().scenario, parts, { idleMilliseconds, most: MOST_SESSIONS })
  budget.net.onShort((isShort) => {
    budget.drop(isShort ? MEMORY_KINDS : ['worlds', 'records', 'responses'])
    shared.bodies.drop()
    rendered.json = new WeakMap()
    dropDerived([main, ...sessions.list()])
    // Those that were not used for a minute.
    if (isShort) sessions.freeMemory(budget.read().kinds.sessions / 4)
  })
  const controlApi = createLazyControlApi({
    declared,
    main,
    sessions,
    scenarios,
    assumptionsOf: (scenario) => resolveStart(findStart(scenario, parts), parts),
    events,
    budget,
    countWaiting: turns.countWaiting,
    ...inTurn,
    whenBuilt: (act, onGone) => turns.run(whenBuilt(act), onGone),
    learned,
  })
  const gate = createGate({ declared, main, sessions, controlApi, whenBuilt, budget, events, turns })
  const open = (session: string) => (session === MAIN_SESSION ? main : sessions.open(session))
  const simulator = extend(main, {
    sessions: completeSessions(sessions),
    events,
    scenarios,
    memory: budget.read,
    define,
    service: gate,
    base,
    contractOf: (session: string) => open(session).contract,
    overridesOf: (session: string) => open(session).overrides,
    fetch: createFetch(gate, base),
  })
  announceSimulator(simulator)
  reportRepetition(base, gate.routes)
  return simulator
}

/** Drops what is derived from the data of sessions, and what their requests met. */
function dropDerived(sessions: readonly Pick<ServingSession, 'readState'>[]): void {
  const states = sessions.map((session) => session.readState())
  for (const { world, journal } of states) {
    world.dropSearches()
    journal.forgetMoments()
  }
  for (const { indexes } of new Set(states.map(({ world }) => world.baseline))) indexes.drop()
}

/** @param url where clients expect the service, without a slash at the end */
function createHarWriter({ access }: ServiceDeclarations, url: string): WriteHar {
  const urlOf = (session: string): string => `${url}${session === MAIN_SESSION ? '' : `/_s/${session}`}`
  return async (requests, secrets) => {
    const { buildHar } = await import('../reports/har.ts')
    return buildHar(requests, { access, urlOf, secrets, version: '' })
  }
}

/** Returns what finds the start of a simulator. When its scenario has been defined anew, that is another one. */
function followScenario({ scenario = 'default', ...options }: SimulatorOptions, parts: SessionParts): () => Start {
  const find =
    typeof scenario === 'string'
      ? () => parts.findScenario(scenario)
      : onDemand(() => defineScenario(parts.declared, scenario))
  return followStart(find, (found) => findStart(applyOptions(parts.declared, found, options), parts))
}

function applyOptions(declared: ServiceDeclarations, chosen: Scenario, options: SimulatorOptions): Scenario {
  const { seed, now } = options
  const count: unknown = Reflect.get(options, declared.mainResource)
  return changeScenario(declared, chosen, {
    ...(seed !== undefined && { seed }),
    ...(now !== undefined && { now: toTimestamp(now) }),
    ...(count !== undefined && { [declared.mainResource]: count }),
  })
}

// An invalid date is rejected with the scenario, with a proper message.
function toTimestamp(now: string | Date): string {
  return now instanceof Date && !Number.isNaN(now.getTime()) ? now.toISOString() : String(now)
}

/** Creates the control API of a simulator. Its operations are loaded by the first request, because most simulators never need them. */
function createLazyControlApi(target: ControlTarget): ControlApi {
  let loaded: ControlApi | undefined
  let loading: Promise<void> | undefined
  const load = async (): Promise<void> => {
    try {
      const { createControlApi } = await import('../control/control-api.ts')
      loaded = createControlApi(target)
    } catch (error) {
      console.error(error)
    }
    // After a failure, the next request tries again.
    loading = undefined
  }
  return {
    async handle(request, session, host) {
      if (loaded === undefined) {
        loading ??= load()
        await loading
      }
      if (loaded !== undefined) return loaded.handle(request, session, host)
      const refusal = buildUnexpectedRefusal()
      return request.method === 'HEAD' ? toHeadResponse(refusal) : refusal
    },
  }
}

/** Creates the list of scenarios. @throws OptionError if one of your own is invalid, or if two have the same name */
function createScenarioList(declared: ServiceDeclarations, own: readonly ScenarioInput[]) {
  const scenarios = listScenarios(declared, own)
  return {
    scenarios,
    /** Returns the scenario with a name. @throws OptionError if it is unknown */
    find: (name: string) => findScenario(name, scenarios),
    /**
     * Returns what finds the latest version of a scenario: the scenario itself, until its name is defined anew. What it
     * was begun with instead of the definition, such as another seed, stays.
     */
    follow(scenario: Scenario): () => Scenario {
      const findDefined = () => scenarios.find(({ name }) => name === scenario.name)
      let defined = findDefined()
      let latest = scenario
      return () => {
        const now = findDefined()
        if (now !== undefined && defined !== undefined && now !== defined)
          latest = carryOver(declared, latest, { before: defined, next: now })
        defined = now
        return latest
      }
    },
    /** Adds a scenario, or replaces the one with its name. @throws OptionError with all issues; nothing changes then */
    define(input: ScenarioInput): Scenario {
      const scenario = defineScenario(declared, input)
      const place = scenarios.findIndex(({ name }) => name === scenario.name)
      scenarios.splice(Math.max(place, 0), place < 0 ? 0 : 1, scenario)
      return scenario
    },
  }
}

// Your own scenarios come first, because lists for people may show only some. They replace shipped ones with the same name.
function listScenarios(declared: ServiceDeclarations, own: readonly ScenarioInput[]): Scenario[] {
  const defined = own.map((each) => defineScenario(declared, each))
  const names = new Set<string>()
  for (const { name } of defined) {
    if (names.has(name)) {
      throw new OptionError({
        attempt: 'create the simulator',
        received: `two scenarios are called ${quote(name)}`,
        advice: 'Rename one.',
      })
    }
    names.add(name)
  }
  const shipped = declared.scenarios.filter(({ name }) => !names.has(name))
  return [...defined, ...shipped]
}

interface Redefinition {
  readonly before: Scenario
  readonly next: Scenario
}

/** Returns the next definition of a scenario, with what was chosen instead of the definition before. */
function carryOver(declared: ServiceDeclarations, scenario: Scenario, { before, next }: Redefinition): Scenario {
  const chosen = (['seed', 'now', declared.mainResource] as const)
    .filter((field) => JSON.stringify(scenario[field]) !== JSON.stringify(before[field]))
    .map((field) => [field, scenario[field]])
  return changeScenario(declared, next, Object.fromEntries(chosen))
}

function findScenario(name: string, scenarios: readonly Scenario[]): Scenario {
  const found = scenarios.find((each) => each.name === name)
  if (found !== undefined) return found
  const known = scenarios.map((each) => each.name)
  const hint = suggestWord(name, known)
  throw new OptionError({
    attempt: 'load the scenario',
    received: `${quote(name)} is unknown`,
    advice: `${adviseOnFile(name)}${hint} Known: ${known.join(', ')}.`,
  })
}
