// The entry `deploymock/client`.

export type { OpenApiDocument } from '../../engine/contract/document-builder.ts'
export type { Frame, FrameEvent, FrameRequests } from '../../engine/control/events/frame.ts'
export type {
  AssumptionEntry,
  ControlSettings,
  ControlSettingsChange,
} from '../../engine/control/operations/behaviour/assumptions.ts'
export type { ClockState, MovedClock, TimelineState } from '../../engine/control/operations/behaviour/clock.ts'
export type { ChaosState } from '../../engine/control/operations/behaviour/faults.ts'
export type { ControlCoverage } from '../../engine/control/operations/requests/coverage.ts'
export type { OpenLink } from '../../engine/control/operations/server/links.ts'
export type { ListedSession } from '../../engine/control/operations/server/sessions.ts'
export type { ListedScenario } from '../../engine/control/operations/world/scenarios.ts'
export type { ControlSchemas } from '../../engine/control/operations/world/schemas.ts'
export type { KeptSnapshot } from '../../engine/control/operations/world/snapshots.ts'
export type { ControlState } from '../../engine/control/operations/world/state.ts'
export type { Fault, FaultInput } from '../../engine/faults/fault.ts'
export type { FaultUse } from '../../engine/faults/fault-list.ts'
export type { Issue } from '../../engine/input/options/option-error.ts'
export type { WrittenDuration } from '../../engine/input/options/written-duration.ts'
export type {
  Answer,
  DetailedEntry,
  ExplainedEntry,
  JournalEntry,
  RequestCounts,
  RequestState,
  RequestWait,
  SentResponse,
} from '../../engine/journal/entry.ts'
export type { Har, HarEntry } from '../../engine/journal/har-types.ts'
export type { RequestFilter, RequestRange, StatusClass } from '../../engine/journal/journal-filter.ts'
export type { WaitForOptions } from '../../engine/journal/wait-for-request.ts'
export type { ScenarioInput } from '../../engine/scenario/scenario.ts'
export type {
  ChangeEvent,
  ClockMove,
  FaultEvent,
  SessionEvent,
  SnapshotEvent,
  StreamedEvent,
} from '../../engine/sessions/events/event-source.ts'
export type { Totals } from '../../engine/sessions/reading/totals.ts'
export type { Question } from '../../engine/sessions/serving/ask.ts'
export type { ReplaceOptions, SnapshotOptions } from '../../engine/sessions/session.ts'
export { connect } from './connect.ts'
export { buildOpenLink, type CreateLinkOptions, type OpenLinkOptions } from './open-link.ts'
export type { ConnectOptions } from './remote/create-client.ts'
export type { EventOptions, FrameOptions } from './remote/events.ts'
export type {
  GetRequestOptions,
  RecordPage,
  RecordPageOptions,
  RemoteChaos,
  RemoteClock,
  RemoteCollection,
  RemoteCollections,
  RemoteCoverage,
  RemoteFaults,
  RemoteRequests,
  RemoteSessionOptions,
  RemoteSessions,
  RemoteSettings,
  RemoteSimulator,
  RemoteSnapshots,
} from './remote/remote-simulator.ts'
export { ControlError } from './transport/control-error.ts'
