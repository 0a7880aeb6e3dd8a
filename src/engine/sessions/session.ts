// A session: what can be asked of it and done to it.

import type { Contract } from '../contract/contract.ts'
import type { OpenApiDocument } from '../contract/document-builder.ts'
import type { Arrival, EventualResponse, ServiceRequest } from '../contract/operation/messages.ts'
import type { AssumptionOverrides, Assumptions } from '../define/assumptions/assumptions.ts'
import type { VaryOptions } from '../define/assumptions/variation.ts'
import type { Chaos, ChaosCounts } from '../faults/chaos/chaos.ts'
import type { ChaosChange } from '../faults/chaos/chaos-input.ts'
import type { Faults } from '../faults/faults.ts'
import type { Problem } from '../input/options/option-error.ts'
import type { Answer } from '../journal/entry.ts'
import type { Journal } from '../journal/followed-journal.ts'
import type { Scenario, ScenarioInput } from '../scenario/scenario.ts'
import type { ClockTarget } from '../store/time/clock.ts'
import type { Steps } from '../work/steps.ts'
import type { Collections } from '../world/collections.ts'
import type { CountTotals, DescribeService, DescriptionOptions, ReadRecords } from './reading.ts'
import type { findDecidingAt, Inquiry, Question } from './serving/ask.ts'
import type { Happenings, SessionClock } from './session-clock.ts'
import type { SessionStoring } from './session-storing.ts'
import type { SettingsChange } from './settings.ts'
import type { Overrides } from './state/overrides.ts'
import type { Snapshot } from './state/snapshot.ts'
import type { State } from './state/state.ts'

/** What continues when the state of a session is replaced. */
export interface ReplaceOptions {
  /** Whether the request log continues, so that the requests before can still be read and explained. Default: false. */
  keepRequests?: boolean
}

/** What a snapshot contains. */
export interface SnapshotOptions {
  /** The id of a request in the request log, to take the state that the request met. Default: the current state. */
  request?: number | undefined
}

/** The types of a session: those that a service makes exact. */
export interface SessionTypes {
  readonly Scenario: Scenario
  readonly ScenarioInput: ScenarioInput
  readonly ScenarioName: string
  readonly Preset: string
  readonly Assumptions: Assumptions
  readonly AssumptionOverrides: AssumptionOverrides
  readonly VaryOptions: VaryOptions
  readonly Collections: Collections
  readonly Faults: Faults
  readonly Journal: Journal
  readonly SessionClock: SessionClock
  readonly Answer: Answer
  readonly SettingsChange: SettingsChange
  readonly Snapshot: Snapshot
}

/** An isolated world: data, clock, faults, journal and assumptions. */
export interface Session<Of extends SessionTypes = SessionTypes> {
  /** Its name, which the header `X-Simulator-Session` of a request contains. `default` is the simulator's own session. */
  readonly name: string
  /** The scenario that it is in at present. */
  readonly scenario: Of['Scenario']
  /** The name of the scenario that `reset` returns to. */
  readonly beginning: string
  /** The preset of its assumptions. */
  readonly preset: Of['Preset']
  /** The value of every entry of the register. */
  readonly assumptions: Of['Assumptions']
  /** What its assumptions were drawn from, if they were. */
  readonly vary: Of['VaryOptions'] | undefined
  /** The data, by kind. */
  readonly db: Of['Collections']
  /** The ids of the tag values of the deployments, which `tag_value_ids` filters by. */
  readonly tagValueIds: readonly string[]
  /** Its faults: rules that make requests fail. */
  readonly faults: Of['Faults']
  /** Whether everything outside of the contract is rejected or labelled. */
  readonly strict: boolean
  /** Whether its data differs from the start of its scenario. */
  readonly edited: boolean
  /** How many records differ from the start of its scenario. */
  readonly changes: number
  /** When it began, in the time of the machine. */
  readonly began: string
  /** When the service received its last request, in the time of the machine; when it began, if there was none. */
  readonly lastUsed: string
  /** Who made it, if they said so. */
  readonly maker?: string | undefined
  /** The level and seed of random faults, if there are any. They come in addition to `faults`. */
  readonly chaos: Chaos | undefined
  /** What its random faults have done since they were set. */
  readonly chaosCounts: ChaosCounts
  /** The request log: the recent requests. */
  readonly requests: Of['Journal']
  /** The clock of the world. */
  readonly clock: Of['SessionClock']
  /**
   * Returns to what the simulator or the session was made with: scenario, data, ids, time, settings, assumptions,
   * faults and requests.
   *
   * @throws for an unknown option; nothing changes then
   */
  reset(options?: ReplaceOptions): void
  /**
   * Switches to another scenario, given by name or in full. Without one, the current scenario begins anew.
   *
   * @throws with all issues; nothing changes then
   */
  load(scenario?: Of['ScenarioName'] | Of['ScenarioInput'], options?: ReplaceOptions): void
  /**
   * Sets assumptions. The others and the data stay unchanged.
   *
   * @throws if an id or a value is unknown, or if the data does not allow it; nothing changes then
   * @example
   * simulator.assume({ lastPageOffset: 'limit' })
   */
  assume(overrides: Of['AssumptionOverrides']): void
  /**
   * Changes the level or the seed of random faults, until `reset`. The draws start anew if one of them changes.
   *
   * @throws if the level or the seed is invalid; nothing changes then
   * @example
   * simulator.setChaos({ level: 0.3, seed: 4711 })
   */
  setChaos(change: ChaosChange): void
  /**
   * Asks what the service answers to a GET, without a trace: no fault, latency or rate limit applies, and
   * the request log stays as it is. Required credentials are added if there are none.
   *
   * @throws if the question is invalid
   * @example
   * const { body, explanation } = await simulator.ask({ path: '/v2/deployments', query: 'status=READY' })
   */
  ask(question: Question): Promise<Of['Answer']>
  /**
   * Builds the OpenAPI document of the service under the current assumptions. Its examples are from the
   * current data.
   *
   * @example
   * const document = await simulator.openapi({ server: 'https://api.example.com' })
   */
  openapi(options?: DescriptionOptions): Promise<OpenApiDocument>
  /**
   * Changes settings. Assumptions that were chosen and the data stay unchanged.
   *
   * @throws if a setting is invalid, or if the data does not allow it; nothing changes then
   * @example
   * simulator.configure({ preset: 'langsmith', strict: true })
   */
  configure(settings: Of['SettingsChange']): void
  /**
   * Takes a snapshot, to restore the state later or to create another session with it: the current state, or
   * the one that a request met when it arrived.
   *
   * @throws if the request is not in the request log
   * @example
   * simulator.restore(simulator.snapshot({ request: 412 }))
   */
  snapshot(options?: SnapshotOptions): Of['Snapshot']
  /**
   * Restores a snapshot. After that, `load()` begins the snapshot's scenario anew.
   *
   * @throws with all issues; nothing changes then
   */
  restore(snapshot: unknown, options?: ReplaceOptions): void
}

/** A session with the methods that adapters need. */
export interface ServingSession extends Session, SessionStoring {
  readonly contract: Contract
  /** What answers instead of the service, until the state is reset or replaced. */
  readonly overrides: Overrides
  /** Whether it is a trial, which leaves no trace outside of it. */
  readonly isTrial: boolean
  /** Returns its state, also if it is retired. */
  readState(): State
  /** An estimate of its bytes, without the data that it starts with. */
  bytes(): number
  /** Writes the OpenAPI document of the service in steps. */
  readonly describe: DescribeService
  /** Counts the records of a resource in steps. */
  readonly countTotals: CountTotals
  /** Reads some records of a resource in steps. */
  readonly readRecords: ReadRecords
  /** Moves the clock in steps. If the state is replaced meanwhile, the rest is left out. */
  moveClock(by: ClockTarget | 'next'): Steps<Happenings>
  /** Asks the service in steps. */
  inquire(inquiry: Inquiry): Promise<Answer>
  /** Finds the assumptions that decided something about a request in the journal; undefined if that cannot be told. */
  findDeciding(request: number): ReturnType<typeof findDecidingAt>
  /** Ends the session. Requests that are waiting stop waiting. */
  end(): void
  /** Lets its data and its methods throw from now on, because something else has taken its place. */
  retire(reason: Problem): void
  /** Answers a request. */
  handle(request: ServiceRequest): EventualResponse
  /** Writes a request to the request log whose body is not there yet. */
  noteArrival(request: ServiceRequest): Arrival
}
