// The responses of the service and of the control API, for requests with and without Express.

import type { IncomingMessage, ServerResponse } from 'node:http'
// Not the global functions, because tests replace them.
import { clearImmediate, setImmediate } from 'node:timers'
import type { Gate, HandleOptions } from '../engine/adapters/gate.ts'
import { type Failure, INTERNAL_ERROR } from '../engine/contract/operation/failure.ts'
import type { EventualResponse, ServiceRequest, ServiceResponse } from '../engine/contract/operation/messages.ts'
import type { Health, SpanCounts } from '../engine/control/control-operation.ts'
import { isOpenToAll } from '../engine/control/control-paths.ts'
import { buildRefusal } from '../engine/control/shared/control-failure.ts'
import type { ResponseBody } from '../engine/http/body.ts'
import { NoRoomError } from '../engine/input/options/option-error.ts'
import type { ControlGuard } from './access/control-guard.ts'
import { readTarget } from './access/public-address.ts'
import { BodyError, createPace } from './bodies/body-stream.ts'
import { createBodyReceiver, receiveUpload } from './bodies/receive-body.ts'
import { onceOver } from './connections/closed.ts'
import type { createRequestTurns, TakeTurn } from './connections/turns.ts'
import { sendResponse, type ToServiceRequest } from './exchange.ts'
import { findVersion } from './pages/package-version.ts'
import { isSafe, keepReceived, receivedOf } from './received.ts'
import type { KeptAnswers } from './state/answer-kept.ts'

/** What a server adds to its app. */
export interface Hosting {
  /** What keeps its sessions. Default: they are only in the memory. */
  kept?: KeptAnswers | undefined
  /** Returns how the server is. */
  readHealth?: (() => Health) | undefined
  /** Counts the spans that the server has sent. */
  readSpans?: (() => SpanCounts) | undefined
  /** The turns of its requests. Default: they are only those of the app. */
  turns?: ReturnType<typeof createRequestTurns>
}

/** What the responses depend on. */
export interface AnsweringOptions extends Hosting {
  gate: Gate
  guard: ControlGuard
  toServiceRequest: ToServiceRequest
  takeTurn: TakeTurn
  /** Whether handlers of a user come first. */
  hasHandlers: boolean
  hasPublicUrl: boolean
  knownSessionsOnly: boolean
}

/** How requests are answered. */
export interface Answering {
  /** Receives the body of a request that announces one. */
  receive(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Builds the response, and counts its memory until the client has read it. Throws NoRoomError if there is none. */
  respond(request: IncomingMessage, response: ServerResponse): EventualResponse
  /** Responds with a failure. @param error what it is because of */
  refuse(request: IncomingMessage, response: ServerResponse, failure: Failure, error?: unknown): void
}

/** Creates what answers requests. */
export function createAnswering(options: AnsweringOptions): Answering {
  return {
    receive: receiveWith(options),
    respond: respondWith(options),
    refuse: refuseWith(options),
  }
}

// A file can be larger than any other body, and only its digest is needed.
function receiveWith({ gate, guard, toServiceRequest, hasHandlers }: AnsweringOptions): Answering['receive'] {
  const pace = createPace()
  const receiveBody = createBodyReceiver(gate, pace)
  return async (request, response) => {
    const serviceRequest = toServiceRequest(request)
    const rules = gate.bodyRulesOf(serviceRequest)
    // Nobody reads the body of a request that is rejected because of its head.
    if (rules.isControl && guard.findRefusal(serviceRequest, request.socket.remoteAddress) !== undefined) return
    const note = (): void => {
      if (request.socket.destroyed || receivedOf(request).arrival !== undefined) return
      const arrival = gate.noteArrival(serviceRequest)
      if (arrival === undefined) return
      keepReceived(request, { arrival })
      onceOver(request, response, arrival.abandon)
    }
    // A user's handler may answer, and then the service never gets the request.
    const receiving = rules.isUpload
      ? receiveUpload(request, response, { pace, most: rules.most })
      : receiveBody(request, response, rules)
    await (hasHandlers ? receiving : noteLate(request, receiving, note))
  }
}

/** Notes the arrival of a request whose body does not come with the head, or is rejected. */
async function noteLate(request: IncomingMessage, receiving: Promise<void>, note: () => void): Promise<void> {
  // What came with the head is parsed by then.
  const timer = setImmediate(() => {
    if (!request.complete) note()
  })
  try {
    await receiving
  } catch (error) {
    if (error instanceof BodyError) note()
    throw error
  } finally {
    clearImmediate(timer)
  }
}

const MCP_PATH = /^(?:\/_s\/[^/]+)?\/_simulator\/mcp\/?$/

function respondWith(options: AnsweringOptions): Answering['respond'] {
  const { gate, guard, toServiceRequest, takeTurn, kept, readHealth, readSpans, hasPublicUrl, knownSessionsOnly } =
    options
  const { allowsOrigin, signLink } = guard
  const known = { knownSessionsOnly, readVersion: findVersion, allowsOrigin, signLink, hasPublicUrl, readSpans }
  const inLine = createLine()
  const answerWith = (request: ServiceRequest, host: HandleOptions) =>
    kept === undefined ? gate.handle(request, host) : kept.answer(request, (current) => gate.handle(current, host))
  const control = (request: ServiceRequest, address: string | undefined) => {
    const refusal = guard.findRefusal(request, address)
    const refused = refusal && buildRefusal(refusal)
    const host: HandleOptions = {
      ...known,
      readHealth: readHealth && (() => hidePlace(readHealth(), refused === undefined)),
    }
    // A request that is not allowed must not read a session.
    if (refused !== undefined && !isOpenToAll(request)) return refused
    if (!MCP_PATH.test(request.path)) return answerWith(request, host)
    // What an agent reads for its short answer can be large.
    const handle = (each: ServiceRequest) =>
      each.method === 'GET' && gate.isControl(each) ? inLine(() => answerWith(each, host)) : answerWith(each, host)
    return answerAgent({ ...gate, handle }, request)
  }
  // The service reserves for its own responses, because its request log tells what the client got.
  const countLater = async (
    request: IncomingMessage,
    response: ServerResponse,
    answered: Promise<ServiceResponse>,
  ): Promise<ServiceResponse> => {
    const answer = await answered
    countResponse(gate, request, { response, body: answer.body })
    return answer
  }
  return (request, response) =>
    takeTurn(request, () => {
      const serviceRequest = toServiceRequest(request)
      if (gate.isControl(serviceRequest)) {
        const answered = control(serviceRequest, request.socket.remoteAddress)
        // A refusal is small.
        return answered instanceof Promise ? countLater(request, response, answered) : answered
      }
      serviceRequest.reserve = ({ body }) => {
        // Most are smaller, and are gone at once.
        if (body.length <= UNCOUNTED_BYTES) return
        try {
          countResponse(gate, request, { response, body })
        } catch (error) {
          // A change is made by now.
          if (isSafe(request)) throw error
        }
      }
      return answerWith(serviceRequest, known)
    })
}

/** Creates what does one thing after another. What is done with a result without a wait comes before the next thing. */
function createLine() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(act: () => Result | Promise<Result>): Promise<Result> => {
    const result = last.then(act)
    last = result.catch(() => undefined).then(() => new Promise((resolve) => setImmediate(resolve)))
    return result
  }
}

// Loaded on demand, because most servers have no agents.
async function answerAgent(gate: Gate, request: ServiceRequest): Promise<ServiceResponse> {
  const [{ createMcpEndpoint }, { loadSdk }] = await Promise.all([
    import('../entries/mcp/index.ts'),
    import('../entries/mcp/sdk.ts'),
  ])
  return createMcpEndpoint({ gate, readVersion: findVersion, loadSdk })(request)
}

// Everyone may ask how the server is, but not where it keeps its sessions.
function hidePlace(health: Health, isAllowed: boolean): Health {
  if (isAllowed || health.problem === undefined) return health
  return { ...health, problem: 'The store of the sessions does not work at the moment.' }
}

/** What is not worth counting. */
const UNCOUNTED_BYTES = 64 * 1024
const PURPOSE = { attempt: 'send the response', what: 'it takes' }

interface CountedResponse {
  readonly response: ServerResponse
  readonly body: ResponseBody
}

/** Counts the memory of a response until the client has read it. @throws NoRoomError if there is none */
function countResponse(gate: Gate, request: IncomingMessage, { response, body }: CountedResponse): void {
  const more = body.length - (receivedOf(request).memory?.bytes() ?? 0)
  if (more > UNCOUNTED_BYTES) onceOver(request, response, gate.reserve(more, PURPOSE).release)
}

/** Returns what a client gets because of an error. */
export function toFailure(error: unknown): Failure {
  if (error instanceof BodyError) return error.failure
  if (error instanceof NoRoomError) return { status: 503, detail: error.message, headers: { 'retry-after': '1' } }
  return INTERNAL_ERROR
}

function refuseWith({ gate }: AnsweringOptions): Answering['refuse'] {
  return (request, response, failure, error) => {
    if (request.socket.destroyed) return
    if (error !== undefined && failure === INTERNAL_ERROR) console.error(error)
    if (response.headersSent) return void request.socket.destroy()
    const { status, detail, headers = {} } = failure
    const message =
      error instanceof BodyError ? error.message : `Failed to answer the request: ${String(detail).replace(/\.$/, '')}.`
    const isControl = gate.isControl(readTarget(request))
    const written = isControl ? buildRefusal({ status, message, headers }) : gate.writeFailure(failure)
    sendResponse(response, receivedOf(request).arrival?.refuse(written) ?? written)
  }
}
