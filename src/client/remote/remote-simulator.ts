// The type of a client, and what its sessions begin with.

import type { AssumptionOverrides } from '../../engine/assumptions/assumptions.ts'
import type { Frame } from '../../engine/control/events/frame.ts'
import type { ListedSession } from '../../engine/control/operations/server/sessions.ts'
import type { ScenarioInput } from '../../engine/define/world/scenario.ts'
import type { ScenarioName } from '../../engine/define/world/scenario-list.ts'
import type { StreamedEvent } from '../../engine/sessions/events/event-source.ts'
import type { Snapshot } from '../../engine/sessions/state/snapshot.ts'
import type { Preset } from '../../service/assumptions/register.ts'
import type { OwnMethods } from './own-methods.ts'
import type { RemoteChaos } from './remote-chaos.ts'
import type { RemoteClock } from './remote-clock.ts'
import type { RemoteCollections } from './remote-collections.ts'
import type { RemoteCoverage } from './remote-coverage.ts'
import type { EventOptions, FrameOptions } from './remote-events.ts'
import type { RemoteFaults } from './remote-faults.ts'
import type { RemoteRequests } from './remote-requests.ts'
import type { RemoteSettings } from './remote-settings.ts'
import type { RemoteSnapshots } from './remote-snapshots.ts'

/** A client for a simulator in another process. Every failure throws a `ControlError`. */
export interface RemoteSimulator extends OwnMethods {
  /** The name of this session, for the header `X-Simulator-Session`. `default` is the server's own session. */
  readonly name: string
  /** The URL of this session's service: the base URL for the client under test. */
  readonly url: string
  readonly clock: RemoteClock
  readonly faults: RemoteFaults
  readonly chaos: RemoteChaos
  readonly requests: RemoteRequests
  readonly settings: RemoteSettings
  readonly coverage: RemoteCoverage
  readonly db: RemoteCollections
  readonly snapshots: RemoteSnapshots
  readonly sessions: RemoteSessions
  /** Returns a client for another session. The session is created by its first request or change, not by reading it. */
  session(name: string): RemoteSimulator
  /**
   * Calls a function with frames, which sum up the events of an interval. They cost the server much less, so use
   * them wherever totals and the newest requests are enough.
   *
   * @example
   * const stop = await simulator.events(({ requests }) => console.log(requests.count), { frame: 250 })
   */
  events(listener: (frame: Frame) => void, options: FrameOptions): Promise<() => Promise<void>>
  /**
   * Calls a function for every event from now on: the events of this session, or of all sessions
   * if this is the server's own. If the events are read too slowly, an event of the type `missed`
   * contains how many were missed.
   *
   * @returns a function that stops listening
   */
  events(listener: (event: StreamedEvent) => void, options?: EventOptions): Promise<() => Promise<void>>
}

/** The sessions of a server. */
export interface RemoteSessions {
  /** Creates a session and connects to it. */
  create(options?: RemoteSessionOptions): Promise<RemoteSimulator>
  /**
   * Lists the sessions without trials, the server's own first. A server that stores its sessions lists them by name: at
   * most `limit` (1 to 1000, 100 by default), those after the name `after`.
   */
  list(page?: { limit?: number; after?: string }): Promise<readonly ListedSession[]>
  get(name: string): Promise<ListedSession | undefined>
  /** Ends a session and returns whether it existed. */
  delete(name: string): Promise<boolean>
}

/** What a session on a server begins with. Defaults to what the server began with. */
export interface RemoteSessionOptions {
  /** The name of the session. Default: a random one. */
  name?: string
  /** The name of a scenario, or your own scenario. */
  scenario?: ScenarioName | ScenarioInput
  /**
   * The name of a snapshot that the server keeps, or a snapshot itself. If the server of the new session
   * does not know the name, the client sends it the snapshot.
   */
  snapshot?: string | Snapshot
  /** The name of another session on the same server, to begin with a copy of its world. */
  from?: string
  /** With `from`: the id of a request in its request log, to begin with the world that the request met. */
  request?: number
  preset?: Preset
  assumptions?: AssumptionOverrides
  /**
   * Whether it is a trial: a hidden session, excluded from coverage, events and the log of the server. Default: false.
   */
  trial?: boolean
  /** Who makes it, so that they end no session of others. Default: nobody says. */
  maker?: string
}
