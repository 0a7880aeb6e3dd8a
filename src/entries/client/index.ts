// The entry `deploymock/client`.

export type { OpenApiDocument } from '../../engine/contract/document-builder.ts'
export type { AssumptionEntry } from '../../engine/control/operations/behaviour/assumptions.ts'
export type { ClockState } from '../../engine/control/operations/behaviour/clock.ts'
export type { ChaosState } from '../../engine/control/operations/behaviour/faults.ts'
export type { ControlCoverage } from '../../engine/control/operations/requests/coverage.ts'
export type { OpenLink } from '../../engine/control/operations/server/links.ts'
export type { ListedScenario } from '../../engine/control/operations/world/scenarios.ts'
export type { KeptSnapshot } from '../../engine/control/operations/world/snapshots.ts'
export type { Issue } from '../../engine/input/options/option-error.ts'
export type { WrittenDuration } from '../../engine/input/options/written-duration.ts'
export type { RequestState, RequestWait, SentResponse } from '../../engine/journal/entry.ts'
export type { Har, HarEntry } from '../../engine/journal/har-types.ts'
export type { RequestRange, StatusClass } from '../../engine/journal/journal-filter.ts'
export type { WaitForOptions } from '../../engine/journal/wait-for-request.ts'
export type { ClockMove, FaultEvent, SnapshotEvent } from '../../engine/sessions/events/event-source.ts'
export type { Totals } from '../../engine/sessions/reading.ts'
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
  RemoteCollection,
  RemoteCoverage,
} from './remote/remote-simulator.ts'
export type {
  RemoteClock,
  RemoteCollections,
  RemoteFaults,
  RemoteRequests,
  RemoteSessionOptions,
  RemoteSessions,
  RemoteSettings,
  RemoteSimulator,
  RemoteSnapshots,
} from './remote/typed-clients.ts'
export { ControlError } from './transport/control-error.ts'
export type {
  Answer,
  ChangeEvent,
  ControlSchemas,
  ControlSettings,
  ControlSettingsChange,
  ControlState,
  DetailedEntry,
  ExplainedEntry,
  Fault,
  FaultInput,
  FaultUse,
  Frame,
  FrameEvent,
  FrameRequests,
  JournalEntry,
  ListedSession,
  MovedClock,
  RequestCounts,
  RequestFilter,
  ScenarioInput,
  SessionEvent,
  StreamedEvent,
  TimelineState,
} from './types.ts'
