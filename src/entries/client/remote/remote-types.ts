// The types of a client: those that a service makes exact.

import type { Frame } from '../../../engine/control/events/frame.ts'
import type {
  ControlSettings,
  ControlSettingsChange,
} from '../../../engine/control/operations/behaviour/assumptions.ts'
import type { MovedClock, TimelineState } from '../../../engine/control/operations/behaviour/clock.ts'
import type { ListedSession } from '../../../engine/control/operations/server/sessions.ts'
import type { ControlSchemas } from '../../../engine/control/operations/world/schemas.ts'
import type { ControlState } from '../../../engine/control/operations/world/state.ts'
import type { FaultForms } from '../../../engine/faults/faults.ts'
import type { JournalTypes } from '../../../engine/journal/followed-journal.ts'
import type { SessionEvent, StreamedEvent } from '../../../engine/sessions/events/event-source.ts'
import type { SimulatorTypes } from '../../../engine/simulator/simulator.ts'

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
