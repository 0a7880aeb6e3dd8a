// The methods of a client for any service.

import type { CreateLinkOptions } from '../open-link.ts'
import type {
  AssumptionEntry,
  ChaosState,
  ClockState,
  ControlCoverage,
  Har,
  KeptSnapshot,
  ListedScenario,
  OpenApiDocument,
  OpenLink,
  Question,
  ReplaceOptions,
  RequestRange,
  SnapshotOptions,
  Totals,
  WaitForOptions,
  WrittenDuration,
} from '../types.ts'
import type { EventOptions, FrameOptions } from './events.ts'
import type {
  ChaosChange,
  Collection,
  CountOptions,
  FaultMatches,
  ListOptions,
  Period,
  RemoteTypes,
} from './remote-types.ts'

/** A client for a simulator in another process. Every failure throws a `ControlError`. */
export interface RemoteSimulator<Of extends RemoteTypes, Self> extends RemoteParts<Of, Self> {
  /** The name of this session, for the header `X-Simulator-Session`. `default` is the server's own session. */
  readonly name: string
  /** The URL of this session's service: the base URL for the client under test. */
  readonly url: string
  /** The data, by resource. */
  readonly db: Of['RemoteCollections']
  /** Returns the current state of the session. */
  state(): Promise<Of['ControlState']>
  /**
   * Returns to what the server or the session was made with: scenario, data, ids, time, settings, assumptions,
   * faults and requests.
   */
  reset(options?: ReplaceOptions): Promise<Of['ControlState']>
  /** Switches to another scenario, given by its name or as an object. Without one, the current scenario begins anew. */
  load(scenario?: Of['ScenarioName'] | Of['ScenarioInput'], options?: ReplaceOptions): Promise<Of['ControlState']>
  /** Lists the scenarios that can be loaded by name, each with the credentials that clients then need. */
  scenarios(): Promise<readonly ListedScenario[]>
  /**
   * Returns the current world as a scenario, or the one that a request of the request log met. Loading it gives the
   * same world.
   */
  exportScenario(options?: SnapshotOptions): Promise<Of['Scenario']>
  /** Lists the assumptions with their current values. */
  assumptions(): Promise<readonly AssumptionEntry[]>
  /** Sets assumptions. The other assumptions and the data stay. */
  assume(overrides: Of['AssumptionOverrides']): Promise<readonly AssumptionEntry[]>
  /** Returns the OpenAPI document of the service under the current assumptions, with examples of the current data. */
  openapi(): Promise<OpenApiDocument>
  /** Returns what records, faults and operations look like in this session, for forms and tables. */
  schemas(): Promise<Of['ControlSchemas']>
  /** Counts the records of a resource, by their fields and by the time of their creation. Default period: `auto`. */
  totals(resource: Of['ResourceName'], options?: { per?: Period }): Promise<Totals>
  /**
   * Asks what the service answers to a GET, without a trace: no fault, latency or rate limit applies, and
   * the request log stays as it is. Required credentials are added if there are none.
   */
  ask(question: Question): Promise<Of['Answer']>
  /**
   * Creates a link to a world of its own. If the server requires a token, the link is signed: whoever
   * opens it needs no token, until it expires.
   *
   * @throws ControlError if the link could not be opened, with all issues
   * @example
   * const { url, expires } = await simulator.createLink({ scenario: 'busy', to: 'http://localhost:5173/?api={url}' })
   */
  createLink(options?: CreateLinkOptions): Promise<OpenLink>
  /** Returns a client for another session. The session is created by its first request or change, not by reading it. */
  session(name: string): Self
  /**
   * Calls a function with frames, which sum up the events of an interval. They cost the server much less, so use
   * them wherever totals and the newest requests are enough.
   *
   * @example
   * const stop = await simulator.events(({ requests }) => console.log(requests.count), { frame: 250 })
   */
  events(listener: (frame: Of['Frame']) => void, options: FrameOptions): Promise<() => Promise<void>>
  /**
   * Calls a function for every event from now on: the events of this session, or of all sessions
   * if this is the server's own. If the events are read too slowly, an event of the type `missed`
   * contains how many were missed.
   *
   * @returns a function that stops listening
   */
  events(listener: (event: Of['StreamedEvent']) => void, options?: EventOptions): Promise<() => Promise<void>>
}

/** The parts of a client. */
export interface RemoteParts<Of extends RemoteTypes, Self> {
  /** Reads and moves the clock. */
  readonly clock: RemoteClock<Of>
  /** Adds, lists and removes faults. */
  readonly faults: RemoteFaults<Of>
  /** Sets random faults. */
  readonly chaos: RemoteChaos
  /** Reads the request log. */
  readonly requests: RemoteRequests<Of>
  /** Reads and changes the preset, and what is strict or varied. */
  readonly settings: RemoteSettings<Of>
  /** Reads which parts of the contract the requests have covered. */
  readonly coverage: RemoteCoverage
  /** Takes and restores snapshots, which the server keeps. */
  readonly snapshots: RemoteSnapshots<Of>
  /** Creates, lists and ends sessions. */
  readonly sessions: RemoteSessions<Of, Self>
}

/** The clock of a session. Whatever moves it returns what happened to the records meanwhile. */
export interface RemoteClock<Of extends RemoteTypes> {
  /** Returns the time, and whether the clock is frozen. */
  read(): Promise<ClockState>
  /** Stops the clock. */
  freeze(): Promise<Of['MovedClock']>
  /** Runs the clock in real time. */
  run(): Promise<Of['MovedClock']>
  /** Moves the clock forward by milliseconds, or text such as `'1h 30m'`. Everything that becomes due happens. */
  advance(duration: WrittenDuration): Promise<Of['MovedClock']>
  /** Sets the clock to a time, which may be in its past. */
  set(time: string | Date): Promise<Of['MovedClock']>
  /** Moves the clock to the time of the next step on the timeline, if there is one. */
  next(): Promise<Of['MovedClock']>
  /** Lists what will happen to the records, as far as it is known: the next step of each. Default limit: 100. */
  timeline(options?: { limit?: number }): Promise<Of['TimelineState']>
}

/** The faults of a session. */
export interface RemoteFaults<Of extends RemoteTypes> {
  /** Adds a fault. */
  add(fault: Of['FaultInput']): Promise<Of['Fault']>
  /** Lists the faults that can still apply, with what each does, how often it applied, and to which request last. */
  list(): Promise<readonly Of['FaultUse'][]>
  /** Returns which requests of the request log a fault would have matched. Adds nothing. */
  matches(fault: Of['FaultInput']): Promise<FaultMatches>
  /** Removes a fault and returns whether it existed. */
  remove(id: string): Promise<boolean>
  /** Removes all faults. */
  clear(): Promise<void>
}

/** The random faults of a session. */
export interface RemoteChaos {
  /** Returns the level, the seed, and what the random faults have done so far. The level is 0 if there are none. */
  read(): Promise<ChaosState>
  /** Changes the level or the seed. The draws start anew if one of them changes. */
  set(change: ChaosChange): Promise<ChaosState>
}

export interface GetRequestOptions {
  /**
   * Whether to find out which assumptions decided something: the request is asked again under each other value of them,
   * without a trace. It takes up to a second. Default: false.
   */
  decided?: boolean
}

/** The request log of a session: the recent requests. */
export interface RemoteRequests<Of extends RemoteTypes> {
  /**
   * Lists the recent requests, oldest first: all, or those that match a filter.
   *
   * @example
   * const failed = await simulator.requests.list({ status: '5xx', limit: 10 })
   */
  list(filter?: Of['RequestFilter'] & RequestRange): Promise<readonly Of['JournalEntry'][]>
  /** Counts the recent requests: all, or those that match a filter. */
  counts(filter?: Of['RequestFilter']): Promise<Of['RequestCounts']>
  /** How many recent requests there are, or how many match a filter. */
  count(filter?: Of['RequestFilter']): Promise<number>
  /**
   * Returns a request with the explanation of its response, and with the response itself.
   *
   * @example
   * const { explanation } = await simulator.requests.get(3, { decided: true })
   */
  get(id: number, options?: GetRequestOptions): Promise<Of['DetailedEntry'] | undefined>
  /** Returns the recent requests as an HTTP archive (HAR 1.2), which browsers open. Secrets are hidden. */
  toHar(filter?: Of['RequestFilter'] & RequestRange): Promise<Har>
  /** Removes all requests. */
  clear(): Promise<void>
  /**
   * Waits until a request of an operation is in the request log, and returns it; at once if there already is one.
   *
   * @throws if there is none in time; the error lists what was received instead
   * @example
   * await simulator.requests.waitFor('listDeployments', { state: 'pending', timeout: 5000 })
   */
  waitFor(operation: Of['OperationName'], options?: WaitForOptions): Promise<Of['JournalEntry']>
}

/** The settings of a session that are not part of its scenario. */
export interface RemoteSettings<Of extends RemoteTypes> {
  /** Returns the settings. */
  read(): Promise<Of['ControlSettings']>
  /** Changes settings. Assumptions that were chosen and the data stay unchanged. */
  change(settings: Of['ControlSettingsChange']): Promise<Of['ControlSettings']>
}

/** The contract coverage of a session, or of all sessions for the server's own. */
export interface RemoteCoverage {
  /** Returns what was covered. It counts from the first time that it is read, and begins with the requests in the request log. */
  read(): Promise<ControlCoverage>
  /** Counts anew from now on. */
  clear(): Promise<void>
}

/** The records of a session, by resource. */
export type RemoteCollectionsOf<Collections> = {
  readonly [Name in keyof Collections]: Collections[Name] extends Collection<infer Item, infer Given>
    ? RemoteCollection<Item, Given>
    : never
}

/** The records of one kind in a session on a server. */
export interface RemoteCollection<Item, Given> {
  /**
   * Returns all records, or some of them, in the order in which they were added.
   *
   * @throws ControlError for an unknown option or field, a value that the field cannot have, and a range that is none
   * @example
   * const ready = await simulator.db.deployments.list({ where: { status: 'READY' }, limit: 10 })
   */
  list(options?: ListOptions<Item>): Promise<readonly Item[]>
  /**
   * Returns some of the records, and how many there are without `offset` and `limit`.
   *
   * @example
   * const { total, records } = await simulator.db.revisions.page({ where: { deployment_id }, limit: 10 })
   */
  page(options?: RecordPageOptions): Promise<RecordPage<Item>>
  /** How many records there are: all, or those with the values of `where`. @throws ControlError like `list` */
  count(options?: CountOptions<Item>): Promise<number>
  /** Returns a record, or undefined if there is none with this id. */
  get(id: string | number): Promise<Item | undefined>
  /** Adds a record and generates the fields that are not given. @throws ControlError that lists every issue */
  create(fields?: Given): Promise<Item>
  /** Changes the given fields of a record. @throws ControlError that lists every issue, and for an unknown id */
  update(id: string | number, changes: Given): Promise<Item>
  /** Removes a record and returns whether it existed. */
  delete(id: string | number): Promise<boolean>
}

/** Which records to return. */
export interface RecordPageOptions {
  /** How many records to skip. */
  offset?: number
  /** How many records to return at most. Default: 100. */
  limit?: number
  /** Only the records with these ids, in this order. */
  ids?: readonly string[]
  /** Only the records that belong to another one: a field that refers to it, and its id. */
  where?: Readonly<Record<string, string>>
}

/** Some records, and how many there are without the range. */
export interface RecordPage<Item> {
  /** How many records there are without the range. */
  readonly total: number
  /** The records in the range. */
  readonly records: readonly Item[]
}

/** The snapshots that a server keeps. All sessions share them. */
export interface RemoteSnapshots<Of extends RemoteTypes> {
  /**
   * Takes a snapshot that the server keeps, under the given name or a random one: of the current state, or of the
   * one that a request of the request log met.
   *
   * @throws ControlError if the world of the request is no longer known, because another one has replaced it or too
   * much has changed since
   * @example
   * await simulator.snapshots.take('before-412', { request: 412 })
   */
  take(name?: string, options?: SnapshotOptions): Promise<KeptSnapshot>
  /** Returns the content of a snapshot, e.g. to write it to a file. */
  get(name: string): Promise<Of['Snapshot'] | undefined>
  /** Sends a snapshot that was taken before. It replaces one with the same name. */
  put(name: string, snapshot: Of['Snapshot']): Promise<KeptSnapshot>
  /** Lists the snapshots that the server keeps. */
  list(): Promise<readonly KeptSnapshot[]>
  /** Restores the state in a snapshot. */
  restore(name: string, options?: ReplaceOptions): Promise<Of['ControlState']>
  /** Deletes a snapshot and returns whether it existed. */
  delete(name: string): Promise<boolean>
}

/** The sessions of a server. */
export interface RemoteSessions<Of extends RemoteTypes, Self> {
  /** Creates a session and connects to it. */
  create(options?: RemoteSessionOptions<Of>): Promise<Self>
  /**
   * Lists the sessions without trials, the server's own first. A server that stores its sessions lists them by name: at
   * most `limit` (1 to 1000, 100 by default), those after the name `after`.
   */
  list(page?: { limit?: number; after?: string }): Promise<readonly Of['ListedSession'][]>
  /** Returns a session, or undefined if there is none with this name. */
  get(name: string): Promise<Of['ListedSession'] | undefined>
  /** Ends a session and returns whether it existed. */
  delete(name: string): Promise<boolean>
}

/** What a session on a server begins with. Defaults to what the server began with. */
export interface RemoteSessionOptions<Of extends RemoteTypes> {
  /** The name of the session. Default: a random one. */
  name?: string
  /** The name of a scenario, or your own scenario. */
  scenario?: Of['ScenarioName'] | Of['ScenarioInput']
  /**
   * The name of a snapshot that the server keeps, or a snapshot itself. If the server of the new session
   * does not know the name, the client sends it the snapshot.
   */
  snapshot?: string | Of['Snapshot']
  /** The name of another session on the same server, to begin with a copy of its world. */
  from?: string
  /** With `from`: the id of a request in its request log, to begin with the world that the request met. */
  request?: number
  /** The preset of the assumptions. */
  preset?: Of['Preset']
  /** Assumptions that replace the preset’s. */
  assumptions?: Of['AssumptionOverrides']
  /**
   * Whether it is a trial: a hidden session, excluded from coverage, events and the log of the server. Default: false.
   */
  trial?: boolean
  /** Who makes it, so that they end no session of others. Default: nobody says. */
  maker?: string
}
