import type { Fault, FaultInput } from '../core/behaviour/fault.ts'
import type { ExplainedEntry, JournalEntry } from '../core/behaviour/journal.ts'
import type { AssumptionOverrides } from '../core/contract/register/assumptions.ts'
import type { Preset } from '../core/contract/register/register.ts'
import type { AssumptionEntry } from '../core/control/operations/assumptions.ts'
import type { ClockChange, ClockState } from '../core/control/operations/clock.ts'
import type { ListedSession } from '../core/control/operations/sessions.ts'
import type { KeptSnapshot } from '../core/control/operations/snapshots.ts'
import type { ControlState } from '../core/control/operations/state.ts'
import type { DeploymentRecord, PartialDeploymentRecord } from '../core/records/deployment.ts'
import type { IntegrationRecord } from '../core/records/integration.ts'
import type { OAuthProviderRecord, OAuthProviderRecordInput } from '../core/records/oauth-provider.ts'
import type { RepositoryRecord } from '../core/records/repository.ts'
import type { Scenario, ScenarioInput } from '../core/scenario.ts'
import type { StreamedEvent } from '../core/sessions/events.ts'
import type { Snapshot } from '../core/sessions/snapshot.ts'
import { createRemoteCollection, orWhenAbsent, type RemoteCollection } from './collection.ts'
import { ControlError } from './control-error.ts'
import { readEvents } from './event-stream.ts'
import { createTransport, type Transport } from './transport.ts'

export interface ConnectOptions {
  /** What the server was started with, or has printed. */
  token?: string
  /** The session that everything is about. Default: the server's own. */
  session?: string
  /** What sends the requests. Default: the global `fetch`. */
  fetch?: typeof fetch
}

/** What a session on a server begins with where it is not what the server began with. */
export interface RemoteSessionOptions {
  /** Default: one that is made up. */
  name?: string
  /** The name of a scenario, or one of your own. */
  scenario?: string | ScenarioInput
  /** A snapshot that the server keeps, by its name, or one as it is. */
  snapshot?: string | Snapshot
  preset?: Preset
  assumptions?: AssumptionOverrides
}

/** A simulator on a server, seen from another process. Whatever does not succeed throws a `ControlError`. */
export interface RemoteSimulator {
  /** Where the service of this session is: the base URL for the client under test. */
  readonly url: string
  /** What the session is at the moment. */
  state(): Promise<ControlState>
  /** Goes back to the start of the scenario: data, ids, time, assumptions, faults and requests. */
  reset(): Promise<ControlState>
  /** Begins with another scenario, by its name or as it is. */
  load(scenario: string | ScenarioInput): Promise<ControlState>
  /** The scenarios that can be loaded by name. */
  scenarios(): Promise<readonly Pick<Scenario, 'name' | 'description'>[]>
  /** The world as it is now, written as a scenario: whoever loads it has the same world. */
  exportScenario(): Promise<Scenario>
  /** What the interface leaves open, with the value that it has. */
  assumptions(): Promise<readonly AssumptionEntry[]>
  /** Sets assumptions; the others stay, and so does the data. */
  assume(overrides: AssumptionOverrides): Promise<readonly AssumptionEntry[]>
  readonly clock: RemoteClock
  readonly faults: RemoteFaults
  readonly requests: RemoteRequests
  readonly db: RemoteCollections
  readonly snapshots: RemoteSnapshots
  readonly sessions: RemoteSessions
  /** The same for another session. It begins with its first request or change; reading does not begin it. */
  session(name: string): RemoteSimulator
  /**
   * Calls a function for every event from now on: those of this session, or of all sessions
   * where it is the server's own. If it comes too slowly to events, one of the type `missed`
   * says how many it has missed.
   *
   * @returns what ends that
   */
  events(listener: (event: StreamedEvent) => void): Promise<() => Promise<void>>
}

/** The time of a session. */
export interface RemoteClock {
  read(): Promise<ClockState>
  /** Lets time stand still. */
  freeze(): Promise<ClockState>
  /** Lets time pass as it does outside. */
  run(): Promise<ClockState>
  /** Moves time on by milliseconds. What falls due on the way happens. */
  advance(milliseconds: number): Promise<ClockState>
  /** Moves time to an instant, back too. */
  set(time: string | Date): Promise<ClockState>
}

export interface RemoteFaults {
  /** Lets something go wrong. */
  add(fault: FaultInput): Promise<Fault>
  /** The faults that may still happen. */
  list(): Promise<readonly Fault[]>
  /** Removes a fault and tells whether there was one. */
  remove(id: string): Promise<boolean>
  clear(): Promise<void>
}

export interface RemoteRequests {
  /** The last requests, oldest first: all, or those for an operation or with a status. */
  list(filter?: { operation?: string; status?: number }): Promise<readonly JournalEntry[]>
  /** A request with how its answer came about. */
  get(id: number): Promise<ExplainedEntry | undefined>
  clear(): Promise<void>
}

export interface RemoteCollections {
  readonly providers: RemoteCollection<OAuthProviderRecord, Partial<OAuthProviderRecordInput>>
  readonly integrations: RemoteCollection<IntegrationRecord, Partial<IntegrationRecord>>
  readonly repositories: RemoteCollection<RepositoryRecord, Partial<RepositoryRecord>>
  readonly deployments: RemoteCollection<DeploymentRecord, PartialDeploymentRecord>
}

/** The snapshots that a server keeps, for all of its sessions. */
export interface RemoteSnapshots {
  /** Takes the state down and keeps it, under a name that is made up where none is given. */
  take(name?: string): Promise<KeptSnapshot>
  /** A snapshot itself, to be kept as a file. */
  get(name: string): Promise<Snapshot | undefined>
  /** Keeps a snapshot that was taken before, in the place of another of that name. */
  put(name: string, snapshot: Snapshot): Promise<KeptSnapshot>
  list(): Promise<readonly KeptSnapshot[]>
  /** Goes to the state that was taken down. */
  restore(name: string): Promise<ControlState>
  /** Forgets a snapshot and tells whether there was one. */
  delete(name: string): Promise<boolean>
}

export interface RemoteSessions {
  /** Begins a session and connects to it. */
  create(options?: RemoteSessionOptions): Promise<RemoteSimulator>
  /** The sessions, the server's own first. */
  list(): Promise<readonly ListedSession[]>
  get(name: string): Promise<ListedSession | undefined>
  /** Ends a session and tells whether there was one. */
  delete(name: string): Promise<boolean>
}

/**
 * Connects to a simulator that another process serves. Nothing is sent yet.
 *
 * @param url where it is served, e.g. `http://127.0.0.1:4010`
 * @throws ControlError when the URL is none
 * @example
 * const simulator = connect('http://127.0.0.1:4010')
 * const alice = await simulator.sessions.create({ scenario: 'empty' })
 * await alice.db.deployments.create({ name: 'checkout' })
 * const response = await fetch(`${alice.url}/v2/deployments`)
 */
export function connect(url: string, options: ConnectOptions = {}): RemoteSimulator {
  const base = parseBase(url)
  const { token, session, fetch = globalThis.fetch } = options
  const own = session === undefined ? base : `${base}/_s/${encodeURIComponent(session)}`
  const transport = createTransport({ url: `${own}/_simulator`, token, fetch })
  const { send } = transport
  const connectTo = (name: string) => connect(base, { ...options, session: name })

  return {
    url: own,
    state: () => send('GET', ''),
    reset: () => send('POST', '/reset'),
    load: (scenario) => send('PUT', '/scenario', typeof scenario === 'string' ? { name: scenario } : scenario),
    scenarios: () => send('GET', '/scenarios'),
    exportScenario: () => send('GET', '/scenario'),
    assumptions: () => send('GET', '/assumptions'),
    assume: (overrides) => send('PATCH', '/assumptions', overrides),
    clock: connectClock(transport),
    faults: connectFaults(transport),
    requests: connectRequests(transport),
    db: {
      providers: createRemoteCollection(transport, 'providers'),
      integrations: createRemoteCollection(transport, 'integrations'),
      repositories: createRemoteCollection(transport, 'repositories'),
      deployments: createRemoteCollection(transport, 'deployments'),
    },
    snapshots: connectSnapshots(transport),
    sessions: connectSessions(transport, connectTo),
    session: connectTo,
    events: (listener) => listen(transport, listener),
  }
}

function connectClock({ send }: Transport): RemoteClock {
  const move = (change: ClockChange) => send<ClockState>('PATCH', '/clock', change)
  return {
    read: () => send('GET', '/clock'),
    freeze: () => move({ frozen: true }),
    run: () => move({ frozen: false }),
    advance: (milliseconds) => move({ advance: milliseconds }),
    set: (time) => move({ set: time instanceof Date ? time.toISOString() : time }),
  }
}

function connectFaults({ send }: Transport): RemoteFaults {
  return {
    add: (fault) => send('POST', '/faults', fault),
    list: () => send('GET', '/faults'),
    remove: (id) => deleteAt(send, `/faults/${encodeURIComponent(id)}`),
    clear: () => send('DELETE', '/faults'),
  }
}

function connectRequests({ send }: Transport): RemoteRequests {
  return {
    list({ operation, status } = {}) {
      const query = new URLSearchParams()
      if (operation !== undefined) query.set('operation', operation)
      if (status !== undefined) query.set('status', String(status))
      return send('GET', query.size === 0 ? '/requests' : `/requests?${query}`)
    },
    get: (id) => send<ExplainedEntry>('GET', `/requests/${id}`).catch(orWhenAbsent(undefined)),
    clear: () => send('DELETE', '/requests'),
  }
}

function connectSnapshots({ send }: Transport): RemoteSnapshots {
  const pathOf = (name: string) => `/snapshots/${encodeURIComponent(name)}`
  return {
    take: (name) => send('POST', '/snapshots', name === undefined ? {} : { name }),
    get: (name) => send<Snapshot>('GET', pathOf(name)).catch(orWhenAbsent(undefined)),
    put: (name, snapshot) => send('PUT', pathOf(name), snapshot),
    list: () => send('GET', '/snapshots'),
    restore: (name) => send('POST', `${pathOf(name)}/restore`),
    delete: (name) => deleteAt(send, pathOf(name)),
  }
}

function connectSessions({ send }: Transport, connectTo: (name: string) => RemoteSimulator): RemoteSessions {
  const pathOf = (name: string) => `/sessions/${encodeURIComponent(name)}`
  return {
    create: async (options = {}) => connectTo((await send<ListedSession>('POST', '/sessions', options)).name),
    list: () => send('GET', '/sessions'),
    get: (name) => send<ListedSession>('GET', pathOf(name)).catch(orWhenAbsent(undefined)),
    delete: (name) => deleteAt(send, pathOf(name)),
  }
}

function deleteAt(send: Transport['send'], path: string): Promise<boolean> {
  return send('DELETE', path)
    .then(() => true)
    .catch(orWhenAbsent(false))
}

async function listen({ open }: Transport, listener: (event: StreamedEvent) => void): Promise<() => Promise<void>> {
  const abort = new AbortController()
  const { body } = await open('/events', abort.signal)
  const reading = body === null ? undefined : readEvents(body, (data) => listener(JSON.parse(data) as StreamedEvent))
  return async () => {
    abort.abort()
    await reading
  }
}

function parseBase(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/\/+$/, '')
  throw new ControlError(`Failed to connect to "${url}": it is no URL. Give one such as http://127.0.0.1:4010.`)
}
