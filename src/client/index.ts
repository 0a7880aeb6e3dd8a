// The entry `deploymock/client`.

export type { Fault, FaultInput } from '../core/behaviour/fault.ts'
export type { FaultUse } from '../core/behaviour/fault-list.ts'
export type { DetailedEntry, ExplainedEntry, JournalEntry } from '../core/behaviour/journal.ts'
export type { RequestFilter, RequestRange, StatusClass } from '../core/behaviour/journal-filter.ts'
export type { RequestCounts } from '../core/behaviour/request-counts.ts'
export type { SentResponse } from '../core/behaviour/sent-response.ts'
export type { Frame, FrameEvent, FrameRequests } from '../core/control/frame.ts'
export type { AssumptionEntry } from '../core/control/operations/assumptions.ts'
export type { ChaosState } from '../core/control/operations/chaos.ts'
export type { ClockState, MovedClock, TimelineState } from '../core/control/operations/clock.ts'
export type { ControlCoverage } from '../core/control/operations/coverage.ts'
export type { OpenLink } from '../core/control/operations/links.ts'
export type { ListedScenario } from '../core/control/operations/scenarios.ts'
export type { ControlSchemas } from '../core/control/operations/schemas.ts'
export type { ListedSession } from '../core/control/operations/sessions.ts'
export type { ControlSettings, ControlSettingsChange } from '../core/control/operations/settings.ts'
export type { KeptSnapshot } from '../core/control/operations/snapshots.ts'
export type { ControlState } from '../core/control/operations/state.ts'
export type { Issue } from '../core/option-error.ts'
export type { ScenarioInput } from '../core/scenario.ts'
export type { Answer } from '../core/sessions/ask.ts'
export type { OpenApiDocument } from '../core/sessions/description.ts'
export type {
  ChangeEvent,
  ClockMove,
  FaultEvent,
  SessionEvent,
  SnapshotEvent,
  StreamedEvent,
} from '../core/sessions/events.ts'
export type { Question } from '../core/sessions/question.ts'
export type { ReplaceOptions, SnapshotOptions } from '../core/sessions/session.ts'
export type { Totals } from '../core/sessions/totals.ts'
export { type ConnectOptions, connect } from './connect.ts'
export { ControlError } from './control-error.ts'
export { buildOpenLink, type CreateLinkOptions, type OpenLinkOptions } from './open-link.ts'
export type { RemoteChaos } from './remote-chaos.ts'
export type { RemoteClock } from './remote-clock.ts'
export type { RecordPage, RecordPageOptions, RemoteCollection, RemoteCollections } from './remote-collections.ts'
export type { RemoteCoverage } from './remote-coverage.ts'
export type { EventOptions, FrameOptions } from './remote-events.ts'
export type { RemoteFaults } from './remote-faults.ts'
export type { RemoteRequests } from './remote-requests.ts'
export type { RemoteSettings } from './remote-settings.ts'
export type { RemoteSessionOptions, RemoteSessions, RemoteSimulator } from './remote-simulator.ts'
export type { RemoteSnapshots } from './remote-snapshots.ts'
