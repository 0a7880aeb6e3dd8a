export type { AssumptionEntry } from '../core/control/operations/assumptions.ts'
export type { ClockState } from '../core/control/operations/clock.ts'
export type { ListedSession } from '../core/control/operations/sessions.ts'
export type { KeptSnapshot } from '../core/control/operations/snapshots.ts'
export type { ControlState } from '../core/control/operations/state.ts'
export type { SessionEvent, StreamedEvent } from '../core/sessions/events.ts'
export type { RemoteCollection } from './collection.ts'
export {
  type ConnectOptions,
  connect,
  type RemoteClock,
  type RemoteCollections,
  type RemoteFaults,
  type RemoteRequests,
  type RemoteSessionOptions,
  type RemoteSessions,
  type RemoteSimulator,
  type RemoteSnapshots,
} from './connect.ts'
export { ControlError } from './control-error.ts'
