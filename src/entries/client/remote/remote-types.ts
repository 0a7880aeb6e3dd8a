// The types that a client is made of, and that its entry does not export: those that a service makes exact, and those
// that its methods take.

import type { ControlSettings, ControlSettingsChange } from '../../../engine/control/operations/assumptions.ts'
import type { MovedClock, TimelineState } from '../../../engine/control/operations/clock.ts'
import type { ListedSession } from '../../../engine/control/operations/sessions.ts'
import type { ControlState } from '../../../engine/control/operations/state.ts'
import type { Frame } from '../../../engine/control/reports/frame.ts'
import type { ControlSchemas } from '../../../engine/control/reports/schemas.ts'
import type { FaultForms } from '../../../engine/faults/faults.ts'
import type { JournalTypes } from '../../../engine/journal/followed-journal.ts'
import type { SessionEvent, StreamedEvent } from '../../../engine/sessions/events/event-source.ts'
import type { SimulatorTypes } from '../../../engine/simulator/simulator.ts'

export type { FaultMatches } from '../../../engine/control/operations/faults.ts'
export type { GivenOf, RecordOf } from '../../../engine/define/resource/resource.ts'
export type { ChaosChange } from '../../../engine/faults/chaos/chaos-input.ts'
export type { Period } from '../../../engine/sessions/reading.ts'
export type { Chosen, TypesOf, WithChosen } from '../../../engine/simulator/simulator.ts'
export type { Collection } from '../../../engine/world/collections.ts'
export type { CountOptions, ListOptions } from '../../../engine/world/list-records.ts'
export type { ResourcesByName } from '../../../service/resources/resources.ts'
export type { OperationName, ResourceName, Snapshot, Types } from '../../../service/types.ts'
export type { SimulatorTypes }

/** The types of a client for any service. */
export interface RemoteTypes extends SimulatorTypes, FaultForms, JournalTypes {
  readonly ControlSchemas: ControlSchemas
  readonly ControlSettings: ControlSettings
  readonly ControlSettingsChange: ControlSettingsChange
  readonly ControlState: ControlState
  readonly Frame: Frame
  readonly ListedSession: ListedSession
  readonly MovedClock: MovedClock
  readonly RemoteCollections: object
  readonly ResourceName: string
  readonly StreamedEvent: StreamedEvent<SessionEvent>
  readonly TimelineState: TimelineState
}
