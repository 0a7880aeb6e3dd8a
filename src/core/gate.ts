import type { Baselines } from './baselines.ts'
import { describeNoRoom, type Failure } from './contract/errors.ts'
import type { ServiceRequest, ServiceResponse } from './contract/messages.ts'
import { NO_RESPONSE } from './contract/response-body.ts'
import type { Route } from './contract/routing.ts'
import { CONTROL_PATH, type ControlApi } from './control/control-api.ts'
import { buildRefusal } from './control/control-failure.ts'
import { showValue } from './data/describe-issues.ts'
import { NoRoomError, OptionError } from './option-error.ts'
import type { ServingSession } from './sessions/session.ts'
import type { ServingSessions } from './sessions/sessions.ts'
import type { Steps } from './steps.ts'
import { createTurns, GoneError } from './turns.ts'

/** What adapters lead calls to. */
export interface Service {
  /** Where each operation is found. */
  readonly routes: readonly Route[]
  /**
   * Answers a request; whatever goes wrong is an answer too.
   *
   * @param authorize asked before the control API; all calls to them pass where there is none
   */
  handle(request: ServiceRequest, authorize?: Authorize): ServiceResponse | Promise<ServiceResponse>
  /** Whether a request is one to the control API. */
  isControl(request: Pick<ServiceRequest, 'path'>): boolean
  /** Whether time passes by itself in the session of a request. */
  hasRunningClock(request: Pick<ServiceRequest, 'path' | 'header'>): boolean
  /** Writes a failure that an adapter found by itself in the service's envelope. */
  writeFailure(failure: Failure): ServiceResponse
}

/** Decides about a call to the control API. @returns a refusal, or nothing where it may pass */
export type Authorize = (request: ServiceRequest) => ServiceResponse | undefined

/** What stands behind the gate. */
export interface GateOptions {
  main: ServingSession
  sessions: ServingSessions
  controlApi: ControlApi
  whenBuilt: Baselines['whenBuilt']
}

/** The header that names the session of a request. */
export const SESSION_HEADER = 'x-simulator-session'
const CHANGING_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']
const SESSION_PATH = /^\/_s\/([^/]*)(\/.*)?$/

/**
 * Creates what leads each call to its session, the one that its path or a header names and
 * `main` otherwise, and there to the service or to the control API.
 */
export function createGate({ main, sessions, controlApi, whenBuilt }: GateOptions): Service {
  const turns = createTurns()
  // Reading what there is must not begin anything: a browser lets any page do it.
  const find = (name: string | undefined): ServingSession | undefined =>
    name === undefined || name === main.name ? main : sessions.get(name)
  const open = function* (name: string | undefined): Steps<Found> {
    const found = find(name)
    // Only a name that is given is not found.
    return found ?? (yield* attemptToOpen(whenBuilt(() => sessions.open(String(name)))))
  }
  const leadToControlApi = function* (request: ServiceRequest, name: string | undefined): Steps<ServiceResponse> {
    const found = CHANGING_METHODS.includes(request.method) ? yield* open(name) : find(name)
    if (found === undefined) return buildRefusal({ status: 404, message: describeAbsence(name) })
    return 'refused' in found
      ? buildRefusal({ ...found.refused, message: found.refused.detail })
      : yield* controlApi.handle(request, found)
  }
  const leadToService = function* (
    request: ServiceRequest,
    name: string | undefined,
  ): Steps<ServiceResponse | Promise<ServiceResponse>> {
    const found = yield* open(name)
    return 'refused' in found ? main.contract.writeFailure(found.refused) : found.handle(request)
  }
  const runInTurns = (
    steps: Steps<ServiceResponse | Promise<ServiceResponse>>,
    { onGone }: ServiceRequest,
  ): ServiceResponse | Promise<ServiceResponse> => {
    const response = turns.run(steps, onGone)
    return response instanceof Promise ? response.catch(respondToNobody) : response
  }

  return {
    get routes() {
      return main.contract.routes
    },
    writeFailure: (failure) => main.contract.writeFailure(failure),
    isControl: ({ path }) => isControlPath(enterSession(path).path),
    hasRunningClock({ path, header }) {
      const session = find(enterSession(path).session ?? header(SESSION_HEADER)) ?? main
      return !session.clock.isFrozen()
    },
    handle(request, authorize) {
      // Most requests are to the service and name no session; they go the shortest way.
      if (!request.path.startsWith('/_s') && request.header(SESSION_HEADER) === undefined) return main.handle(request)
      const { session: named, path } = enterSession(request.path)
      const isControl = isControlPath(path)
      if (isControl && named === undefined && controlApi.isOpen(request)) {
        return runInTurns(controlApi.handle(request, main), request)
      }
      // Before anything else: a request that may not pass must not begin a session either.
      const refusal = isControl ? authorize?.(request) : undefined
      if (refusal !== undefined) return refusal
      const inner = named === undefined ? request : { ...request, basePath: `${request.basePath}/_s/${named}`, path }
      const name = named ?? request.header(SESSION_HEADER)
      return runInTurns(isControl ? leadToControlApi(inner, name) : leadToService(inner, name), request)
    },
  }
}

/** A session, or why there can be none. */
type Found = ServingSession | { refused: Failure & { detail: string } }

function* attemptToOpen(open: Steps<ServingSession>): Steps<Found> {
  try {
    return yield* open
  } catch (error) {
    if (error instanceof NoRoomError) return { refused: { ...describeNoRoom(error), detail: error.message } }
    if (error instanceof OptionError) return { refused: { status: 400, detail: error.message } }
    throw error
  }
}

function respondToNobody(error: unknown): ServiceResponse {
  if (error instanceof GoneError) return NO_RESPONSE
  throw error
}

function describeAbsence(name = ''): string {
  const advice = 'It begins with its first request to the service, or with POST /_simulator/sessions.'
  return `Failed to find the session ${showValue(name)}: there is none. ${advice}`
}

// As the client wrote it: an encoded spelling leads to the service, which has no such path.
function isControlPath(path: string): boolean {
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`)
}

function enterSession(path: string): { session?: string; path: string } {
  if (!path.startsWith('/_s/')) return { path }
  const [, session = '', inner = ''] = SESSION_PATH.exec(path) ?? []
  return { session, path: inner }
}
