// The types of what a client sends and gets, with what is known about the service: the entry exports all of them. Here
// and in `remote/remote-types.ts` the client asks the engine and the service for types, and nowhere else.

import type * as link from '../../engine/control/links/link-query.ts'
import type * as assumptions from '../../engine/control/operations/assumptions.ts'
import type * as clock from '../../engine/control/operations/clock.ts'
import type * as sessions from '../../engine/control/operations/sessions.ts'
import type * as state from '../../engine/control/operations/state.ts'
import type * as frame from '../../engine/control/reports/frame.ts'
import type * as schemas from '../../engine/control/reports/schemas.ts'
import type { ChaosInput } from '../../engine/faults/chaos/chaos-input.ts'
import type {
  AssumptionOverrides,
  FaultInput,
  JournalEntry,
  Preset,
  ResourceName,
  SessionEvent,
} from '../../service/types.ts'

export type { OpenApiDocument } from '../../engine/contract/document-builder.ts'
export type { OpenLink } from '../../engine/control/links/links.ts'
export type { AssumptionEntry } from '../../engine/control/operations/assumptions.ts'
export type { ClockState } from '../../engine/control/operations/clock.ts'
export type { ChaosState } from '../../engine/control/operations/faults.ts'
export type { ListedScenario } from '../../engine/control/operations/scenarios.ts'
export type { KeptSnapshot } from '../../engine/control/operations/snapshots.ts'
export type { ControlCoverage } from '../../engine/control/reports/coverage.ts'
export type { Issue } from '../../engine/input/options/option-error.ts'
export type { WrittenDuration } from '../../engine/input/options/written-duration.ts'
export type { RequestState, RequestWait, SentResponse } from '../../engine/journal/entry.ts'
export type { Har, HarEntry } from '../../engine/journal/har-types.ts'
export type { RequestRange, StatusClass } from '../../engine/journal/request-filter.ts'
export type { WaitForOptions } from '../../engine/journal/wait-for-request.ts'
export type { ClockMove, FaultEvent, SnapshotEvent } from '../../engine/sessions/events/event-source.ts'
export type { Totals } from '../../engine/sessions/reading.ts'
export type { Question } from '../../engine/sessions/serving/ask.ts'
export type { ReplaceOptions, SnapshotOptions } from '../../engine/sessions/session.ts'
export type {
  Answer,
  ChangeEvent,
  DetailedEntry,
  ExplainedEntry,
  Fault,
  FaultInput,
  FaultUse,
  JournalEntry,
  RequestCounts,
  RequestFilter,
  ScenarioInput,
  SessionEvent,
  StreamedEvent,
} from '../../service/types.ts'

// What follows is mapped here, and not in the engine: so an editor shows the names.

/** What fields of these names are. */
interface KnownFields {
  preset: Preset
  presets: Preset[]
  counts: { [Name in ResourceName]: number }
  changes: { readonly [Name in ResourceName]?: number }
  resource: ResourceName | 'faults'
  happened: Happened
  recipes: FaultRecipe[]
  faults: FaultInput[]
  requests: FrameRequests
  events: readonly FrameEvent[]
}

/** The type of a field, of which only some names are known. */
type FieldOf<Of, Field extends keyof Of, Name> = Field extends Name & keyof KnownFields ? KnownFields[Field] : Of[Field]

/** The current state of a session. */
export type ControlState = {
  [Field in keyof state.ControlState]: FieldOf<state.ControlState, Field, 'preset' | 'counts'>
}
/** The settings of a session. */
export type ControlSettings = {
  [Field in keyof assumptions.ControlSettings]: FieldOf<assumptions.ControlSettings, Field, 'preset' | 'presets'>
}
/** The settings to change. */
export type ControlSettingsChange = {
  [Field in keyof assumptions.ControlSettingsChange]: FieldOf<assumptions.ControlSettingsChange, Field, 'preset'>
}
/** A session in a list. */
export type ListedSession = {
  [Field in keyof sessions.ListedSession]: FieldOf<sessions.ListedSession, Field, 'preset'>
}

type Recipe = schemas.ControlSchemas['recipes'][number]
type FaultRecipe = { [Field in keyof Recipe]: FieldOf<Recipe, Field, 'faults'> }
/** What records, faults and operations look like. */
export type ControlSchemas = {
  [Field in keyof schemas.ControlSchemas]: FieldOf<schemas.ControlSchemas, Field, 'recipes'>
}

type StepsOf<Of, Field extends keyof Of> = Field extends 'entries' | 'staying'
  ? Of[Field] extends (infer Step)[]
    ? { [Part in keyof Step]: FieldOf<Step, Part, 'resource'> }[]
    : never
  : Of[Field]

type Happened = { [Field in keyof clock.MovedClock['happened']]: StepsOf<clock.MovedClock['happened'], Field> }
/** What will happen in a session, as far as it is known. */
export type TimelineState = { [Field in keyof clock.TimelineState]: StepsOf<clock.TimelineState, Field> }
/** The clock after it was moved, and what happened meanwhile. */
export type MovedClock = { [Field in keyof clock.MovedClock]: FieldOf<clock.MovedClock, Field, 'happened'> }

/** The requests of a frame. */
export type FrameRequests = {
  readonly [Field in keyof frame.FrameRequests]: Field extends 'entries'
    ? readonly JournalEntry[]
    : frame.FrameRequests[Field]
}
/** An event that a frame contains as it is. */
export type FrameEvent = Exclude<SessionEvent, { type: 'request' | 'change' }>
/** The events of an interval, summed up. */
export type Frame = {
  readonly [Field in keyof frame.Frame]: FieldOf<frame.Frame, Field, 'requests' | 'changes' | 'events'>
}

/** What a link opens. */
export interface OpenLinkOptions extends link.OpenLinkOptions {
  /** The preset of the assumptions. Default: that of the simulator. */
  preset?: Preset | undefined
  /** Assumptions that replace the preset’s. */
  assumptions?: AssumptionOverrides | undefined
  /** The faults at the start. */
  faults?: readonly FaultInput[] | undefined
  /** Random faults, drawn from a seed. */
  chaos?: ChaosInput | undefined
}
