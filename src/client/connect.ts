import type { Fault, FaultInput } from '../core/behaviour/fault.ts'
import type { ExplainedEntry, JournalEntry } from '../core/behaviour/journal.ts'
import type { AssumptionOverrides } from '../core/contract/register/assumptions.ts'
import type { Preset } from '../core/contract/register/register.ts'
import type { AssumptionEntry } from '../core/control/operations/assumptions.ts'
import type { ClockChange, ClockState } from '../core/control/operations/clock.ts'
import type { ListedSession } from '../core/control/operations/sessions.ts'
import type { KeptSnapshot } from '../core/control/operations/snapshots.ts'
import type { ControlState } from '../core/control/operations/state.ts'
import { describeUnknownOption, type OptionNames } from '../core/known-options.ts'
import { quote } from '../core/quote.ts'
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
  /** The token that the server was started with or has printed. */
  token?: string
  /** The session to control. Default: the server's own. */
  session?: string
  /** The function that sends the requests. Default: the global `fetch`. */
  fetch?: typeof fetch
}

const OPTIONS: OptionNames<ConnectOptions> = { token: true, session: true, fetch: true }

/** What a session on a server begins with. Defaults to what the server began with. */
export interface RemoteSessionOptions {
  /** The name of the session. Default: a generated one. */
  name?: string
  /** The name of a scenario, or your own scenario. */
  scenario?: string | ScenarioInput
  /** The name of a snapshot that the server keeps, or a snapshot itself. */
  snapshot?: string | Snapshot
  preset?: Preset
  assumptions?: AssumptionOverrides
}

/** A client for a simulator in another process. Every failure throws a `ControlError`. */
export interface RemoteSimulator {
  /** The URL of this session's service: the base URL for the client under test. */
  readonly url: string
  /** Returns the current state of the session. */
  state(): Promise<ControlState>
  /** Returns to the start of the scenario: data, ids, time, assumptions, faults and requests. */
  reset(): Promise<ControlState>
  /** Switches to another scenario, given by its name or as an object. */
  load(scenario: string | ScenarioInput): Promise<ControlState>
  /** Lists the scenarios that can be loaded by name. */
  scenarios(): Promise<readonly Pick<Scenario, 'name' | 'description'>[]>
  /** Returns the current world as a scenario. Loading it gives the same world. */
  exportScenario(): Promise<Scenario>
  /** Lists the assumptions with their current values. */
  assumptions(): Promise<readonly AssumptionEntry[]>
  /** Sets assumptions. The other assumptions and the data stay. */
  assume(overrides: AssumptionOverrides): Promise<readonly AssumptionEntry[]>
  readonly clock: RemoteClock
  readonly faults: RemoteFaults
  readonly requests: RemoteRequests
  readonly db: RemoteCollections
  readonly snapshots: RemoteSnapshots
  readonly sessions: RemoteSessions
  /** Returns a client for another session. The session is created by its first request or change, not by reading it. */
  session(name: string): RemoteSimulator
  /**
   * Calls a function for every event from now on: the events of this session, or of all sessions
   * if this is the server's own. If the events are read too slowly, an event of the type `missed`
   * contains how many were missed.
   *
   * @returns a function that stops listening
   */
  events(listener: (event: StreamedEvent) => void): Promise<() => Promise<void>>
}

/** The clock of a session. */
export interface RemoteClock {
  read(): Promise<ClockState>
  /** Stops the clock. */
  freeze(): Promise<ClockState>
  /** Runs the clock in real time. */
  run(): Promise<ClockState>
  /** Moves the clock forward by milliseconds. Everything that becomes due happens. */
  advance(milliseconds: number): Promise<ClockState>
  /** Sets the clock to a time, which may be in its past. */
  set(time: string | Date): Promise<ClockState>
}

export interface RemoteFaults {
  /** Adds a fault. */
  add(fault: FaultInput): Promise<Fault>
  /** Lists the faults that can still apply. */
  list(): Promise<readonly Fault[]>
  /** Removes a fault and returns whether it existed. */
  remove(id: string): Promise<boolean>
  clear(): Promise<void>
}

export interface RemoteRequests {
  /** Lists the recent requests, oldest first: all, or those of an operation or with a status. */
  list(filter?: { operation?: string; status?: number }): Promise<readonly JournalEntry[]>
  /** Returns a request with the explanation of its response. */
  get(id: number): Promise<ExplainedEntry | undefined>
  clear(): Promise<void>
}

export interface RemoteCollections {
  readonly providers: RemoteCollection<OAuthProviderRecord, Partial<OAuthProviderRecordInput>>
  readonly integrations: RemoteCollection<IntegrationRecord, Partial<IntegrationRecord>>
  readonly repositories: RemoteCollection<RepositoryRecord, Partial<RepositoryRecord>>
  readonly deployments: RemoteCollection<DeploymentRecord, PartialDeploymentRecord>
}

/** The snapshots that a server keeps. All sessions share them. */
export interface RemoteSnapshots {
  /** Takes a snapshot that the server keeps, under the given name or a generated one. */
  take(name?: string): Promise<KeptSnapshot>
  /** Returns the content of a snapshot, e.g. to write it to a file. */
  get(name: string): Promise<Snapshot | undefined>
  /** Sends a snapshot that was taken before. It replaces one with the same name. */
  put(name: string, snapshot: Snapshot): Promise<KeptSnapshot>
  list(): Promise<readonly KeptSnapshot[]>
  /** Restores the state in a snapshot. */
  restore(name: string): Promise<ControlState>
  /** Deletes a snapshot and returns whether it existed. */
  delete(name: string): Promise<boolean>
}

export interface RemoteSessions {
  /** Creates a session and connects to it. */
  create(options?: RemoteSessionOptions): Promise<RemoteSimulator>
  /** Lists the sessions, the server's own first. */
  list(): Promise<readonly ListedSession[]>
  get(name: string): Promise<ListedSession | undefined>
  /** Ends a session and returns whether it existed. */
  delete(name: string): Promise<boolean>
}

/**
 * Connects to a simulator in another process. Sends nothing until a method is called.
 *
 * @param url the URL of the server, e.g. `http://127.0.0.1:4010`
 * @throws ControlError if the URL or an option is invalid
 * @example
 * const simulator = connect('http://127.0.0.1:4010')
 * const alice = await simulator.sessions.create({ scenario: 'empty' })
 * await alice.db.deployments.create({ name: 'checkout' })
 * const response = await fetch(`${alice.url}/v2/deployments`)
 */
export function connect(url: string, options: ConnectOptions = {}): RemoteSimulator {
  assertOptions(options)
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
    list(filter = {}) {
      // The server rejects unknown fields.
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value))
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

function assertOptions(options: ConnectOptions): void {
  const issue = describeUnknownOption('connect', options, OPTIONS)
  if (issue !== undefined) throw new ControlError(issue)
}

function parseBase(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/\/+$/, '')
  throw new ControlError(`Failed to connect to ${quote(url)}: not an HTTP URL. Use one such as http://127.0.0.1:4010.`)
}
