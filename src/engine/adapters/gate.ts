// Passes a request to its session, and there to the service or the control API.

import { describeNoRoom, type Failure, INVALID_HTTP } from '../contract/operation/failure.ts'
import {
  type Address,
  type Arrival,
  type EventualResponse,
  NO_RESPONSE,
  type ServiceRequest,
  type ServiceResponse,
} from '../contract/operation/messages.ts'
import type { Route } from '../contract/routing.ts'
import type { ControlApi } from '../control/control-api.ts'
import type { Host } from '../control/control-operation.ts'
import {
  canAdd,
  canFree,
  isControlPath,
  isOpenToAll,
  managesSessions,
  mostOfControl,
} from '../control/control-paths.ts'
import { buildRefusal } from '../control/shared/control-failure.ts'
import { MOST_READ } from '../http/body.ts'
import { METHODS } from '../http/operation-declaration.ts'
import { type Issue, NoRoomError, OptionError } from '../input/options/option-error.ts'
import { showValue } from '../input/text/show-value.ts'
import type { KeptRequest } from '../journal/journal.ts'
import type { ByteBudget, Purpose, Reservation } from '../limits/byte-budget.ts'
import type { MeasureMemory } from '../limits/memory-net.ts'
import { ownText } from '../limits/own-text.ts'
import type { ServiceDeclarations } from '../scenario/service.ts'
import type { EventObserver, EventSource } from '../sessions/events/event-source.ts'
import type { ServingSession } from '../sessions/session.ts'
import type { SessionKeeper } from '../sessions/session-keeper.ts'
import { isSessionName, MAIN_SESSION, SESSION_NAMES } from '../sessions/session-names.ts'
import type { ServingSessions } from '../sessions/sessions.ts'
import type { StoredDifference, StoredMoment, StoredSession } from '../sessions/state/log.ts'
import { GoneError, type Steps } from '../work/steps.ts'
import type { Baselines } from '../world/start/baselines.ts'
import type { WorkTurns } from './turns.ts'

/** The parts of a request that say which session it is for. */
type Addressed = Pick<ServiceRequest, 'path' | 'header'>

/** Answers the requests that adapters receive. */
export interface Gate {
  readonly declared: ServiceDeclarations
  readonly routes: readonly Route[]
  /** Answers a request. Errors become error responses. @param options what is allowed; by default, everything is */
  handle(request: ServiceRequest, options?: HandleOptions): EventualResponse
  /**
   * Notes that a request has arrived whose body is not there yet. Pass it to `handle` with what this returns: undefined
   * if it is for the control API, or for a session that does not exist.
   */
  noteArrival(request: ServiceRequest): Arrival | undefined
  /** Whether a request is for the control API. */
  isControl(request: { path: string }): boolean
  /** Tells how to receive the body of a request. */
  bodyRulesOf(request: Addressed & { method: string }): BodyRules
  /** Finds out which session a request is for, without creating it. */
  locate(request: Addressed): Location
  /** Whether pages of other origins may call the service in the session of a request. */
  allowsOtherOrigins(request: Addressed): boolean
  hasRunningClock(request: Addressed): boolean
  /** Lets something keep the sessions outside of the memory from now on. */
  keepSessions(keeper: SessionKeeper): SessionHost
  /** The requests in the request logs of all sessions, oldest first, before their entries are built. */
  selectRequests(): readonly KeptRequest[]
  /** Calls an observer for every event from now on, before anything is built for it. @returns a function that stops it */
  observe(observer: EventObserver): () => void
  /** Builds the error response for a failure that an adapter found itself. */
  writeFailure(failure: Failure): ServiceResponse
  /** Lets what the process has taken decide, too, what is dropped and what is refused. */
  watchMemory(measure: MeasureMemory): void
  /** Whether the process has memory for more than what it is asked next. */
  hasRoom(): boolean
  /** Reserves memory for what an adapter holds of its connections. @throws NoRoomError if it does not fit */
  reserve(bytes: number, purpose: Purpose): Reservation
}

/** How to receive a body. */
export interface BodyRules {
  /** Whether its request is for the control API. */
  readonly isControl: boolean
  /** Whether it is a file, of which only the digest and the size are needed. */
  readonly isUpload: boolean
  /** Whether it is decompressed if it is compressed. */
  readonly isInflated: boolean
  /** How many bytes it may have. */
  readonly most: number
}

export interface SessionHost {
  readonly declared: ServiceDeclarations
  readonly main: ServingSession
  readonly sessions: ServingSessions
  /** Reads a stored session, with what has changed since. @returns the moment that was stored last @throws OptionError */
  adopt(stored: StoredSession, changes: readonly StoredDifference[]): Promise<StoredMoment>
}

/** What a request may do, and what its host knows. */
export interface HandleOptions extends Host {
  authorize?: Authorize
}

export interface Location {
  /** The name of the session that the request names; undefined if it names none. */
  readonly name: string | undefined
  /** The session; undefined if it does not exist. */
  readonly session: ServingSession | undefined
  /** The part of the path in front of the service's own path: empty, or `/_s/NAME`. */
  readonly prefix: string
  readonly path: string
}

/** Checks a request to the control API. @returns an error response; undefined if the request is allowed */
export type Authorize = (request: ServiceRequest) => ServiceResponse | undefined

export interface GateOptions {
  declared: ServiceDeclarations
  main: ServingSession
  sessions: ServingSessions
  controlApi: ControlApi
  whenBuilt: Baselines['whenBuilt']
  budget: ByteBudget
  events: EventSource
  turns: WorkTurns
}

/** The header that names the session of a request. */
export const SESSION_HEADER = 'x-simulator-session'
const SESSION_PATH = /^\/_s\/([^/]*)(\/.*)?$/

export function createGate(parts: GateOptions): Gate {
  const { declared, main, sessions, controlApi, whenBuilt, budget, events, turns } = parts
  // Read-only requests must not create a session, because a browser allows every page to send them.
  const find = (name: string | undefined): ServingSession | undefined =>
    name === undefined || name === main.name ? main : sessions.get(name)
  const findOrMain = ({ path, header }: Addressed): ServingSession =>
    find(enterSession(path).session ?? header(SESSION_HEADER)) ?? main
  const open = (named: NamedSession, { onGone }: ServiceRequest): EventualSession => {
    const found = find(named.name)
    if (found !== undefined) return found
    if (named.knownSessionsOnly) return { refused: buildAbsence(named) }
    if (budget.net.isFull()) return { refused: describeShortage(budget) }
    // Without a name, `find` returns the main session.
    return turns.run(attemptToOpen(whenBuilt(() => sessions.open(String(named.name)))), onGone)
  }
  const findForControl = (request: ServiceRequest, named: NamedSession): EventualSession => {
    // Requests about sessions may be sent below the path of the session that they create, read or end,
    // because a proxy sends each session to its own server. They must not create it first.
    const found = find(named.name) ?? (managesSessions(request) ? main : undefined)
    if (found !== undefined) return found
    return /^(?:POST|PUT|PATCH|DELETE)$/.test(request.method) ? open(named, request) : { refused: buildAbsence(named) }
  }
  return {
    declared,
    get routes() {
      return main.contract.routes
    },
    keepSessions(keeper) {
      sessions.keepIn(keeper)
      return {
        declared,
        main,
        sessions,
        async adopt(stored, changes) {
          const { session, moment } = await turns.run(whenBuilt(() => adopt(parts, stored)))
          return session.follow(moment, changes)
        },
      }
    },
    observe: events.observe,
    selectRequests: () => selectRequests([main, ...sessions.list()]),
    writeFailure: (failure) => main.contract.writeFailure(failure),
    watchMemory: budget.net.watch,
    hasRoom: () => !budget.net.isClosed(),
    reserve: (bytes, purpose) => budget.reserve('connections', bytes, purpose),
    noteArrival(request) {
      const { inner, named } = splitRequest(request)
      return isControlPath(inner.path) ? undefined : find(named.name)?.noteArrival(inner)
    },
    // Most requests are for the service.
    isControl: ({ path }) => path.startsWith('/_s') && isControlPath(enterSession(path).path),
    bodyRulesOf: (request) => findBodyRules(request, findOrMain, budget),
    locate({ path, header }) {
      const { session: named, path: inner } = enterSession(path)
      const name = named === undefined ? header(SESSION_HEADER) : ownText(named)
      return { name, session: find(name), prefix: named === undefined ? '' : `/_s/${named}`, path: inner }
    },
    allowsOtherOrigins: (request) => findOrMain(request).readState().contract.allowsOtherOrigins,
    hasRunningClock: (request) => !findOrMain(request).readState().world.clock.isFrozen(),
    handle(request, options = {}) {
      const refusal = request.refused ?? findEarlyRefusal(request, parts)
      if (refusal !== undefined) return request.arrival?.refuse(refusal) ?? refusal
      // A shortcut for most requests: they are for the service and name no session.
      if (!request.path.startsWith('/_s') && request.header(SESSION_HEADER) === undefined) return main.handle(request)
      if (isOpenToAll(request)) return controlApi.handle(request, main, options)
      const { inner, named } = splitRequest(request, options)
      if (!isControlPath(inner.path)) {
        const handle = (session: ServingSession) => session.handle(inner)
        return find(named.name)?.handle(inner) ?? passOn(() => open(named, inner), main.contract.writeFailure, handle)
      }
      const control = async (session: ServingSession) => {
        const response = await controlApi.handle(inner, session, options)
        if (canFree(inner.method, inner.path)) budget.net.noteFreed()
        return response
      }
      // Checked first, because a request that is not allowed must not create a session either.
      return options.authorize?.(request) ?? passOn(() => findForControl(inner, named), writeControlFailure, control)
    },
  }
}

function findBodyRules(
  request: Addressed & { method: string },
  find: (request: Addressed) => ServingSession,
  budget: ByteBudget,
): BodyRules {
  const { method } = request
  const { path } = enterSession(request.path)
  if (isControlPath(path))
    return { isControl: true, isUpload: false, isInflated: true, most: mostOfControl(path, budget) }
  const { contract } = find(request).readState()
  const upload = method === 'PUT' ? contract.findOperation({ method, path })?.takesUpload : undefined
  const most = upload?.most ?? MOST_READ.body
  return { isControl: false, isUpload: upload !== undefined, isInflated: contract.inflatesBodies, most }
}

function selectRequests(sessions: readonly ServingSession[]): readonly KeptRequest[] {
  return sessions
    .flatMap((session) => session.readState().journal.select())
    .toSorted((one, other) => one.record.received - other.record.received)
}

/** Refuses an invalid method, and whatever may add something if the process has hardly memory left. */
function findEarlyRefusal({ method, path: whole }: ServiceRequest, { main, budget }: GateOptions) {
  // A server cannot even read such a request, and fetch changes the case of some methods only.
  if (!METHODS.has(method)) return main.contract.writeFailure(INVALID_HTTP)
  budget.net.glance()
  if (!budget.net.isFull()) return undefined
  const { path } = enterSession(whole)
  if (!canAdd(method, path)) return undefined
  return (isControlPath(path) ? writeControlFailure : main.contract.writeFailure)(describeShortage(budget))
}

function splitRequest(request: ServiceRequest, { knownSessionsOnly = false }: HandleOptions = {}) {
  const { session, path } = enterSession(request.path)
  const name = session ?? request.header(SESSION_HEADER)
  const inner =
    session === undefined
      ? // Whoever opens a URL of a response, such as a browser, sends no header.
        { sessionPath: name === undefined || name === MAIN_SESSION ? '' : `/_s/${name}`, ...request }
      : { ...request, address: () => findAddressBelow(request, session), path }
  return { inner, named: { name, knownSessionsOnly } }
}

/** Returns where the client of a request sees the service of a session that its path names. */
function findAddressBelow(request: ServiceRequest, session: string): Address {
  const address = request.address()
  return { ...address, basePath: `${address.basePath}/_s/${session}` }
}

function adopt({ main, sessions }: GateOptions, stored: StoredSession) {
  if (stored.name === main.name) return { session: main, moment: main.goOn(stored) }
  const session = sessions.adopt(stored)
  return { session, moment: session.momentOf(stored) }
}

/** Passes a request on as soon as its session is there. */
async function passOn(
  find: () => EventualSession,
  refuse: (refused: RefusedSession) => ServiceResponse,
  act: (session: ServingSession) => EventualResponse,
): Promise<ServiceResponse> {
  try {
    const finding = find()
    // Without a wait, because the next request must not overtake this one.
    const found = finding instanceof Promise ? await finding : finding
    return await ('refused' in found ? refuse(found.refused) : act(found))
  } catch (error) {
    if (error instanceof GoneError) return NO_RESPONSE
    throw error
  }
}

function enterSession(path: string): { session?: string; path: string } {
  if (!path.startsWith('/_s/')) return { path }
  const [, session = '', inner = ''] = SESSION_PATH.exec(path) ?? []
  return { session, path: inner }
}

/** A session, or why it cannot be created. */
type FoundSession = ServingSession | { refused: RefusedSession }
type EventualSession = FoundSession | Promise<FoundSession>

/** Why a request does not get its session. */
type RefusedSession = Failure & { detail: string; issues?: readonly Issue[] }

/** The session that a request names, and whether it has to exist. */
interface NamedSession {
  name: string | undefined
  knownSessionsOnly: boolean
}

/** Says that the process has hardly memory left. */
function describeShortage({ net }: ByteBudget): RefusedSession {
  return { status: 507, detail: net.refuse('answer the request').message }
}

/** Builds the response of the control API. */
function writeControlFailure({ detail, ...refused }: RefusedSession): ServiceResponse {
  return buildRefusal({ ...refused, message: detail })
}

/** Opens a session, or says why that is not possible. */
function* attemptToOpen(open: Steps<ServingSession>): Steps<FoundSession> {
  try {
    return yield* open
  } catch (error) {
    if (error instanceof NoRoomError) return { refused: { ...describeNoRoom(error), detail: error.message } }
    if (error instanceof OptionError) return { refused: { status: 400, detail: error.message } }
    throw error
  }
}

/** Says that a session is absent. The issue tells clients of the control API that all of it is, not something in it. */
function buildAbsence({ name = '', knownSessionsOnly }: NamedSession): RefusedSession {
  const unknown = knownSessionsOnly
    ? 'it was never created, it has ended, or it was lost with its server. Create it with POST /_s/NAME/_simulator/sessions and {"name": "NAME"}.'
    : 'it does not exist. Its first request to the service creates it, and so does POST /_simulator/sessions.'
  const reason = isSessionName(name) ? unknown : `no session can have this name. ${SESSION_NAMES}`
  const detail = `Failed to find session ${showValue(name)}: ${reason}`
  return { status: 404, detail, issues: [{ path: 'session', message: detail }] }
}
