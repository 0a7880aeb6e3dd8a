// Creates a session over a state that is replaced as a whole.

import type { LoadDocumentBuilder } from '../contract/document-builder.ts'
import type { ServiceRequest } from '../contract/operation/messages.ts'
import { changeChaos } from '../faults/chaos/chaos-input.ts'
import { followFaults } from '../faults/faults.ts'
import { decodeBody } from '../http/body.ts'
import { extend } from '../input/options/extend.ts'
import { assertKnownOptions, assertValue, type OptionNames, refuseNeedless } from '../input/options/known-options.ts'
import { OptionError, type Problem } from '../input/options/option-error.ts'
import { isRecord } from '../input/schemas/schema-walk.ts'
import { followJournal, type JournalObserver, type WriteHar } from '../journal/followed-journal.ts'
import type { Reservation } from '../limits/byte-budget.ts'
import { type createLateExtension, onDemand } from '../limits/on-demand.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { finishLater } from '../work/steps.ts'
import { measureWorldChanges } from '../world/apply-changes.ts'
import { createCollections } from '../world/collections.ts'
import type { Baselines } from '../world/start/baselines.ts'
import { createEventSource, type EventSource, type ServedRequest } from './events/event-source.ts'
import { createDescription, createRecordPages, createTotals, type DescriptionOptions } from './reading.ts'
import { askService, findDecidingAt, type Inquiry, type Question } from './serving/ask.ts'
import { noteArrival, type ServingParts, serveRequest } from './serving/serving.ts'
import type { ReplaceOptions, ServingSession, Session, SnapshotOptions } from './session.ts'
import { createSessionClock } from './session-clock.ts'
import { createChangeCount, createSessionUse, createStoring } from './session-storing.ts'
import { changeSettings } from './settings.ts'
import { buildStoredState, type StoredSession } from './state/log.ts'
import { readSessionChaos, takeSnapshot, takeSnapshotAt } from './state/moment.ts'
import { createOverrides } from './state/overrides.ts'
import { parseSnapshot, startOf } from './state/snapshot.ts'
import { findStart, type RunSettings, resolveScenario, type Start, type StartParts } from './state/start.ts'
import {
  type Beginning,
  type BuildState,
  type CurrentState,
  createStateBuilder,
  emitFaultChange,
  type State,
  type StateParts,
} from './state/state.ts'

const OPTIONS: OptionNames<ReplaceOptions> = { keepRequests: 'flag' }

/** What the sessions of a simulator share. */
export interface SessionParts extends StateParts, ServingParts {
  // Both have it.
  readonly run: RunSettings
  readonly events: EventSource
  /** Returns the scenario with a name. @throws if it is unknown */
  findScenario(name: string): Scenario
  /** Returns what finds the latest version of a scenario, whose name can be defined anew. */
  follow(scenario: Scenario): () => Scenario
  writeHar: WriteHar
  loadBuilder: LoadDocumentBuilder
  whenBuilt: Baselines['whenBuilt']
  /** Called when `db` refuses a record. */
  onRefused?: ((error: OptionError) => void) | undefined
  /** Extends a session by what most sessions never need. */
  extendLater: ReturnType<typeof createLateExtension>
}

interface CreationOptions {
  isTrial?: boolean
  maker?: string | undefined
  continued?: { readonly stored: StoredSession; readonly start: Start }
}

/** Creates a session. @param findBeginning returns what it is made with, also at a reset @throws OptionError */
export function createSession(
  name: string,
  findBeginning: () => Beginning,
  shared: SessionParts,
  { isTrial = false, maker, continued }: CreationOptions = {},
): ServingSession {
  // Nobody listens to the events of a trial.
  const parts = isTrial ? { ...shared, events: createEventSource() } : shared
  const first = continued && ((build: BuildState) => buildStoredState(continued.stored, continued.start, build))
  const current = createCurrentState(name, findBeginning, parts, first)
  const use = createSessionUse(maker)
  let retired: Problem | undefined
  // Requests that still wait are answered, but its owner must notice.
  const read = (): State => {
    if (retired !== undefined) throw new OptionError(retired)
    return current.read()
  }
  if (continued !== undefined) use.continueFrom(continued.stored)
  const serving = {
    name,
    isTrial,
    ...createStoring(name, current, { use, opened: continued?.stored.opened }),
    readState: current.read,
    bytes: () => current.read().bytes(),
    end: current.end,
    handle(request: ServiceRequest) {
      use.note()
      return serveRequest(name, request, current.read, parts)
    },
    noteArrival(request: ServiceRequest) {
      use.note()
      return noteArrival(name, request, current.read, parts)
    },
  }
  return parts.extendLater(serving, () => {
    const checked = { ...current, read }
    const outline = extend(createOutline(checked, parts), use.times())
    // Nothing else has getters, and it is faster to assign than to extend.
    return Object.assign(outline, createView(name, read, parts), createSessionMethods(name, checked, parts), {
      retire(reason: Problem) {
        retired = reason
      },
    })
  })
}

/** Holds the states of a session. @param buildFirst builds the first one, if it is not its beginning @throws OptionError */
function createCurrentState(
  name: string,
  findBeginning: () => Beginning,
  parts: StateParts,
  buildFirst?: (build: BuildState) => State,
): CurrentState {
  const build = createStateBuilder(name, parts)
  const begin: CurrentState['begin'] = (difference) => build(findBeginning(), difference)
  const memory = reserveBeginning(name, findBeginning(), parts)
  let state = beginOrRelease(() => buildFirst?.(build) ?? begin(), memory)
  return {
    build,
    begin,
    beginning: findBeginning,
    read: () => state,
    end() {
      state.leave()
      memory.release()
    },
    replace(next, why) {
      const before = state
      state = next
      // This comes last, because requests that were waiting are then answered from the new state.
      before.leave(next)
      parts.events.emit(name, () => ({ type: 'start', session: name, scenario: next.start.scenario.name, why }))
    },
  }
}

// The changes that a session was made with stay in memory until it ends, also while it has another world.
function reserveBeginning(name: string, from: Beginning, { declared, budget }: StateParts): Reservation {
  const changes = 'format' in from ? from.current.changes : from.scenario.changes
  const purpose = { attempt: `create session "${name}"`, what: 'what it begins with takes' }
  return budget.reserve('sessions', measureWorldChanges(declared.resources, changes), purpose)
}

function beginOrRelease(begin: () => State, memory: Reservation): State {
  try {
    return begin()
  } catch (error) {
    memory.release()
    throw error
  }
}

/** Creates a session that continues a stored one. @throws OptionError if that is not possible */
export function createStoredSession(stored: StoredSession, parts: SessionParts): ServingSession {
  const start = startOf(stored.current)
  const { name, beginning = start } = stored
  return createSession(name, () => beginning, parts, { continued: { stored, start } })
}

const DESCRIPTION: OptionNames<DescriptionOptions> = { server: 'text' }
const SNAPSHOT: OptionNames<SnapshotOptions> = { request: 'integer' }

// Only redirects and links contain it.
const ANYWHERE = { origin: 'http://localhost', basePath: '' }

// Its objects stay valid when the state is replaced: every call uses the current one.
function createView(name: string, read: () => State, parts: SessionParts) {
  const inquire = (inquiry: Inquiry) => askService(name, inquiry, read, parts)
  const describe = createDescription(read, parts.loadBuilder)
  return {
    faults: followFaults(read, (change) => emitFaultChange(name, change, parts)),
    overrides: createOverrides(() => read().overrides),
    requests: followJournal(() => read().journal, createJournalObserver(name, parts), parts.writeHar),
    ...createSessionClock(name, read, parts),
    describe,
    countTotals: createTotals(read),
    readRecords: createRecordPages(read),
    inquire,
    findDeciding: (request: number) => findDecidingAt(request, read(), parts),
    ask: async (question: Question) => inquire({ question, ...ANYWHERE }),
    async openapi(options: DescriptionOptions = {}) {
      assertKnownOptions('describe the service', options, DESCRIPTION)
      return JSON.parse(decodeBody(await finishLater(describe(options))))
    },
    snapshot(options: SnapshotOptions = {}) {
      assertKnownOptions('take the snapshot', options, SNAPSHOT)
      const { request } = options
      return request === undefined ? takeSnapshot(read(), parts) : takeSnapshotAt(request, read().journal, parts)
    },
  }
}

function createJournalObserver(name: string, { events }: Pick<SessionParts, 'events'>): JournalObserver {
  return {
    onClear: () => events.emit(name, () => ({ type: 'journal', session: name, what: 'cleared' })),
    watch(act) {
      const actOnOwn = ({ session }: ServedRequest): void => {
        if (session === name) act()
      }
      return events.observe({ onRequest: actOnOwn, onWait: actOnOwn, onEvent: () => undefined })
    },
  }
}

/** What a session is like at present. */
function createOutline({ read, beginning }: CurrentState, parts: SessionParts) {
  const countChanges = createChangeCount(read)
  const findDb = onDemand(() => createCollections(parts.declared.resources, () => read().world, parts))
  return {
    get db() {
      return findDb()
    },
    get beginning() {
      return beginning().scenario.name
    },
    get scenario() {
      return read().start.scenario
    },
    get preset() {
      return read().start.preset
    },
    get assumptions() {
      return read().contract.assumptions
    },
    get vary() {
      return parts.run.vary ?? read().start.vary
    },
    get contract() {
      return read().contract
    },
    get tagValueIds() {
      return read().world.baseline.context.tagValueIds ?? []
    },
    get strict() {
      return read().isStrict
    },
    get edited() {
      return countChanges() > 0
    },
    get changes() {
      return countChanges()
    },
    get chaos() {
      return readSessionChaos(read(), parts)
    },
    get chaosCounts() {
      return read().faults.read().counts.chaos
    },
  }
}

type SessionMethods = Pick<Session, 'reset' | 'load' | 'assume' | 'configure' | 'restore' | 'setChaos'>

// A hook gets the context of its test, which is a function in Vitest, or has the test as `task`.
function assertOptions(task: string, options: unknown = {}): void {
  if (typeof options === 'function' || (isRecord(options) && 'task' in options)) return
  assertKnownOptions(task, options, OPTIONS)
}

function findKept({ journal }: State, { keepRequests }: ReplaceOptions): Partial<State> {
  return keepRequests ? { journal } : {}
}

interface MethodParts extends StartParts {
  findScenario(name: string): Scenario
  readonly events: EventSource
}

/** Creates the methods that change a session. If one fails, the session stays as it was. */
function createSessionMethods(name: string, current: CurrentState, parts: MethodParts): SessionMethods {
  const { read, replace, build } = current
  const methods: SessionMethods = {
    // It can be a hook: Jest counts the parameters without a default, and Vitest requires a destructured one.
    reset({ keepRequests = false } = {}) {
      // biome-ignore lint/complexity/noArguments: Vitest rejects hooks with a rest parameter.
      assertOptions('reset', arguments[0])
      replace(current.begin({ kept: findKept(read(), { keepRequests }) }), 'reset')
    },
    load(scenario, options = {}) {
      assertOptions('load the scenario', options)
      const { start: before, isStrict } = read()
      const start = scenario === undefined ? before : findStart(resolveScenario(scenario, parts), parts)
      replace(build(start, { kept: { isStrict, ...findKept(read(), options) } }), 'load')
    },
    assume(overrides) {
      assertValue('set the assumptions', 'assumptions', overrides, 'fields')
      const kept = read()
      const { start, world } = kept
      const assumptions = { ...kept.assumptions, ...overrides }
      replace(build(start, { assumptions, continues: world, clock: world.clock, kept }), 'assume')
    },
    configure(settings) {
      const before = read()
      const { start, assumptions } = changeSettings(before, settings, parts)
      const { world, isStrict } = before
      const kept = { ...before, isStrict: settings.strict ?? isStrict }
      replace(build(start, { assumptions, continues: world, clock: world.clock, kept }), 'assume')
    },
    setChaos(change) {
      const { faults } = read()
      const settings = changeChaos(faults.read().chaos, change)
      if (faults.setChaos(settings)) parts.events.emit(name, () => ({ type: 'chaos', session: name, ...settings }))
    },
    restore(snapshot, options = {}) {
      assertOptions('restore the snapshot', options)
      const { world, isStrict } = read()
      const difference = { clock: world.clock, kept: { isStrict, ...findKept(read(), options) } }
      replace(build(parseSnapshot(parts.declared, snapshot), difference), 'restore')
    },
  }
  return refuseNeedless('', methods, { load: 2, assume: 1, configure: 1, setChaos: 1, restore: 2 })
}
