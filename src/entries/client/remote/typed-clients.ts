// Clients whose service is known: ours, and one that declares itself.

import type * as control from '../types.ts'
import type * as remote from './remote-simulator.ts'
import type {
  GivenOf,
  RecordOf,
  RemoteTypes,
  ResourceName,
  ResourcesByName,
  SimulatorTypes,
  Types,
} from './remote-types.ts'

/** A client for a simulator in another process. Every failure throws a `ControlError`. */
export interface RemoteSimulator extends remote.RemoteSimulator<OwnTypes, RemoteSimulator> {}
/** The parts of a client. */
export interface OwnParts extends remote.RemoteParts<OwnTypes, RemoteSimulator> {}
/** The clock of a session. Whatever moves it returns what happened to the records meanwhile. */
export interface RemoteClock extends remote.RemoteClock<OwnTypes> {}
/** The faults of a session. */
export interface RemoteFaults extends remote.RemoteFaults<OwnTypes> {}
/** The request log of a session: the recent requests. */
export interface RemoteRequests extends remote.RemoteRequests<OwnTypes> {}
/** What a session on a server begins with. Defaults to what the server began with. */
export interface RemoteSessionOptions extends remote.RemoteSessionOptions<OwnTypes> {}
/** The sessions of a server. */
export interface RemoteSessions extends remote.RemoteSessions<OwnTypes, RemoteSimulator> {}
/** The settings of a session that are not part of its scenario. */
export interface RemoteSettings extends remote.RemoteSettings<OwnTypes> {}
/** The snapshots that a server keeps. All sessions share them. */
export interface RemoteSnapshots extends remote.RemoteSnapshots<OwnTypes> {}
/** The records of a session, by resource. */
export type RemoteCollections = {
  readonly [Name in keyof ResourcesByName]: remote.RemoteCollection<
    RecordOf<ResourcesByName[Name]>,
    GivenOf<ResourcesByName[Name]>
  >
}

/** The types of a client by their names. */
interface OwnTypes extends Types {
  readonly ControlSchemas: control.ControlSchemas
  readonly ControlSettings: control.ControlSettings
  readonly ControlSettingsChange: control.ControlSettingsChange
  readonly ControlState: control.ControlState
  readonly Frame: control.Frame
  readonly ListedSession: control.ListedSession
  readonly MovedClock: control.MovedClock
  readonly RemoteCollections: RemoteCollections
  readonly ResourceName: ResourceName
  readonly StreamedEvent: control.StreamedEvent
  readonly TimelineState: control.TimelineState
}

/** What only the types of clients have. */
interface OfClient<Of extends SimulatorTypes> {
  readonly RemoteCollections: remote.RemoteCollectionsOf<Of['Collections']>
  readonly ResourceName: keyof Of['Collections'] & string
}

type RemoteTypesOf<Of extends SimulatorTypes> = Of & Omit<RemoteTypes, keyof Of | keyof OfClient<Of>> & OfClient<Of>

interface Typed<Of extends RemoteTypes> extends remote.RemoteSimulator<Of, Typed<Of>> {}

/** A client for a service, from the table of types that the service carries. */
export type RemoteSimulatorOf<Of extends SimulatorTypes> =
  RemoteTypesOf<Of> extends infer Known extends RemoteTypes ? Typed<Known> : never
