// The types of the control API, with what is known about the service. They are mapped here, and not in the engine: so an
// editor shows the names.

import type * as frame from '../../engine/control/events/frame.ts'
import type * as link from '../../engine/control/open/link-query.ts'
import type * as assumptions from '../../engine/control/operations/behaviour/assumptions.ts'
import type * as clock from '../../engine/control/operations/behaviour/clock.ts'
import type * as sessions from '../../engine/control/operations/server/sessions.ts'
import type * as schemas from '../../engine/control/operations/world/schemas.ts'
import type * as state from '../../engine/control/operations/world/state.ts'
import type {
  AssumptionOverrides,
  FaultInput,
  JournalEntry,
  Preset,
  ResourceName,
  SessionEvent,
} from '../../service/types.ts'

export type {
  Answer,
  AssumptionOverrides,
  ChangeEvent,
  DetailedEntry,
  ExplainedEntry,
  Fault,
  FaultInput,
  FaultUse,
  JournalEntry,
  OperationName,
  Preset,
  RequestCounts,
  RequestFilter,
  ResourceName,
  ScenarioInput,
  SessionEvent,
  Snapshot,
  StreamedEvent,
} from '../../service/types.ts'

/** What fields of these names are. */
interface Known {
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
type FieldOf<Of, Field extends keyof Of, Name> = Field extends Name & keyof Known ? Known[Field] : Of[Field]

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
}
