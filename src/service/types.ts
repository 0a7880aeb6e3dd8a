// The public types of the engine, with what is known about this service.

import type { Faults as FaultsOf } from '../engine/faults/faults.ts'
import type { NameIn } from '../engine/input/options/own-names.ts'
import type * as entry from '../engine/journal/entry.ts'
import type { Journal as JournalOf } from '../engine/journal/followed-journal.ts'
import type { HarOptions as HarOptionsOf } from '../engine/journal/har-types.ts'
import type { RequestFilter as RequestFilterOf } from '../engine/journal/request-filter.ts'
import type * as usage from '../engine/reports/coverage/usage.ts'
import type {
  ChangeEvent as ChangeEventOf,
  Events as EventsOf,
  SessionEventOf,
  StreamedEvent as StreamedEventOf,
} from '../engine/sessions/events/event-source.ts'
import type { Session as SessionOf } from '../engine/sessions/session.ts'
import type * as clock from '../engine/sessions/session-clock.ts'
import type { SessionOptions as SessionOptionsOf, Sessions as SessionsOf } from '../engine/sessions/sessions.ts'
import type { SettingsChange as SettingsChangeOf } from '../engine/sessions/settings.ts'
import type { Snapshot as SnapshotOf } from '../engine/sessions/state/snapshot.ts'
import type { Simulator as SimulatorOf } from '../engine/simulator/simulator.ts'
import type { SimulatorOptions as SimulatorOptionsOf } from '../engine/simulator/simulator-options.ts'
import type {
  AssumptionId,
  AssumptionOverrides,
  Assumptions,
  VaryInput,
  VaryOptions,
} from './assumptions/assumptions.ts'
import type { Preset } from './assumptions/presets.ts'
import type { Collections } from './operation.ts'
import type { ResourcesByName } from './resources/resources.ts'
import type { Fault, FaultInput, FaultUse, OperationName, Scenario, ScenarioInput, WorldChanges } from './scenario.ts'
import type { scenarios } from './scenarios.ts'

export type {
  AssumptionId,
  AssumptionOverrides,
  Assumptions,
  VaryInput,
  VaryOptions,
} from './assumptions/assumptions.ts'
export type { Preset, RegisterEntry } from './assumptions/presets.ts'
export type { Collections } from './operation.ts'
export type { Fault, FaultInput, FaultUse, OperationName, Scenario, ScenarioInput } from './scenario.ts'

/** The name of a resource. */
export type ResourceName = keyof ResourcesByName

/** The name of a scenario. The editor offers those of the package and those that your project declares in `OwnNames`. */
export type ScenarioName = NameIn<'scenarios', (typeof scenarios)[number]['name']>

type UsedAssumptions = { readonly [Id in AssumptionId]?: string }
type AssumptionCounts = { readonly [Id in AssumptionId]?: number }

// What follows is mapped here, and not in the engine: so an editor shows the names.

/** The type of a field, with the ids of the register. */
type ExactField<Of, Field extends keyof Of> = Field extends 'byAssumption'
  ? AssumptionCounts
  : Field extends 'explanation'
    ? Explanation
    : Field extends 'decided'
      ? readonly AssumptionId[] | null
      : Field extends 'assumptions'
        ? Of[Field] extends readonly string[]
          ? readonly AssumptionId[]
          : Of extends entry.Explanation
            ? UsedAssumptions
            : AssumptionCounts
        : Of[Field]

/** Explains a response. */
export type Explanation = { readonly [Field in keyof entry.Explanation]: ExactField<entry.Explanation, Field> }
/** A request in the journal. */
export type JournalEntry = { readonly [Field in keyof entry.JournalEntry]: ExactField<entry.JournalEntry, Field> }
/** A request with an explanation of its response. */
export type ExplainedEntry = { readonly [Field in keyof entry.ExplainedEntry]: ExactField<entry.ExplainedEntry, Field> }
/** An explained request with its headers, and with the response that was sent. */
export type DetailedEntry = { readonly [Field in keyof entry.DetailedEntry]: ExactField<entry.DetailedEntry, Field> }
/** What the service answers. */
export type Answer = { readonly [Field in keyof entry.Answer]: ExactField<entry.Answer, Field> }
/** How many requests of a journal there are. */
export type RequestCounts = { readonly [Field in keyof entry.RequestCounts]: ExactField<entry.RequestCounts, Field> }
/** How many requests there were, and how many of them depended on each assumption. */
export type AssumptionUsage = {
  readonly [Field in keyof usage.AssumptionUsage]: ExactField<usage.AssumptionUsage, Field>
}
/** Which requests of a request log an archive contains, and whether it contains their secrets. */
export interface HarOptions extends HarOptionsOf<OperationName> {}
/** Selects requests of a journal. All parts have to match. */
export interface RequestFilter extends RequestFilterOf<OperationName> {}
/** The recent requests of a session, and those that arrive. */
export interface Journal extends JournalOf<Types> {}

/** The faults of a session. */
export interface Faults extends FaultsOf<Types> {}
/** A step that will happen. */
export interface UpcomingStep extends clock.UpcomingStep<ResourceName | 'faults'> {}
/** A step that has happened. */
export interface PastStep extends clock.PastStep<ResourceName | 'faults'> {}
/** What will happen in a world. */
export interface Upcoming extends clock.Upcoming<Types> {}
/** What has happened in a world. */
export interface Happenings extends clock.Happenings<Types> {}
/** The clock of a session. */
export interface SessionClock extends clock.SessionClock<Types> {}
/** Settings to change. The others stay unchanged. */
export interface SettingsChange extends SettingsChangeOf<Types> {}
/** The state of a session at one moment, as plain JSON that can be stored, sent or written to a file. */
export interface Snapshot extends SnapshotOf<Types> {}
/** An isolated world: data, clock, faults, journal and assumptions. */
export interface Session extends SessionOf<Types> {}
/** How a session starts. By default it starts like the simulator. */
export interface SessionOptions extends SessionOptionsOf<Types> {}
/** The sessions of a simulator, besides its own. */
export interface Sessions extends SessionsOf<Types> {}

/** A record was added (`added`), removed (`removed`) or changed (both, with the same id). */
export interface ChangeEvent extends ChangeEventOf<ResourceName> {}
/** Something that happened in a session. */
export type SessionEvent = SessionEventOf<Types>
/** An event of a stream. `missed` counts the events that were dropped because the listener read too slowly. */
export type StreamedEvent = StreamedEventOf<SessionEvent>
/** The events of all sessions. */
export interface Events extends EventsOf<Types> {}

export interface SimulatorOptions extends SimulatorOptionsOf<Types> {
  /** How many deployments there are at the start. It replaces the scenario's number. */
  deployments?: number
}
/** A simulated service with its data. It is itself a session: that of requests that do not name a session. */
export interface Simulator extends SimulatorOf<Types> {}

/** The public types by their names. The types of the engine take from here what they are made of. */
export interface Types {
  readonly Answer: Answer
  readonly AssumptionOverrides: AssumptionOverrides
  readonly Assumptions: Assumptions
  readonly ChangeEvent: ChangeEvent
  readonly Collections: Collections
  readonly DetailedEntry: DetailedEntry
  readonly Events: Events
  readonly ExplainedEntry: ExplainedEntry
  readonly Fault: Fault
  readonly FaultInput: FaultInput
  readonly FaultUse: FaultUse
  readonly Faults: Faults
  readonly Happenings: Happenings
  readonly HarOptions: HarOptions
  readonly Journal: Journal
  readonly JournalEntry: JournalEntry
  readonly OperationName: OperationName
  readonly PastStep: PastStep
  readonly Preset: Preset
  readonly RequestCounts: RequestCounts
  readonly RequestFilter: RequestFilter
  readonly Scenario: Scenario
  readonly ScenarioInput: ScenarioInput
  readonly ScenarioName: ScenarioName
  readonly Session: Session
  readonly SessionClock: SessionClock
  readonly SessionEvent: SessionEvent
  readonly SessionOptions: SessionOptions
  readonly Sessions: Sessions
  readonly SettingsChange: SettingsChange
  readonly SimulatorOptions: SimulatorOptions
  readonly Snapshot: Snapshot
  readonly Upcoming: Upcoming
  readonly UpcomingStep: UpcomingStep
  readonly VaryInput: VaryInput
  readonly VaryOptions: VaryOptions
  readonly WorldChanges: WorldChanges
}
