// The entry `deploymock/client`.

export { connect } from './connect.ts'
export { buildOpenLink, type CreateLinkOptions } from './open-link.ts'
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
export type * from './types.ts'
