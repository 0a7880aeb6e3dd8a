// The Express app: log, CORS, body, handlers, simulator, errors.

import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from 'cors'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { RequestHandler as MswHandler } from 'msw'
import type { Health, SpanCounts } from '../engine/control/control-operation.ts'
import { isOpenToAll } from '../engine/control/control-paths.ts'
import { buildRefusal, type ControlRefusal } from '../engine/control/requests/control-failure.ts'
import { type Failure, INTERNAL_ERROR } from '../engine/define/operation/failure.ts'
import type { Arrival, ServiceRequest, ServiceResponse } from '../engine/define/operation/messages.ts'
import { assertSimulator } from '../engine/input/options/assert-simulator.ts'
import { assertKnownOptions, type OptionNames } from '../engine/input/options/known-options.ts'
import type { NoRoomError } from '../engine/input/options/option-error.ts'
import type { Authorize, HandleOptions } from '../engine/simulator/gate.ts'
import type { Simulator } from '../engine/simulator/simulator.ts'
import { type ControlGuard, createControlGuard, type GuardOptions } from './access/control-guard.ts'
import { createAddressFinder, type PublicOptions } from './access/public-address.ts'
import { findArrival, receiveNoted } from './bodies/arrival.ts'
import { BodyError } from './bodies/body-error.ts'
import { createBodyReceiver } from './bodies/receive-body.ts'
import { findUpload, receiveUpload } from './bodies/receive-upload.ts'
import { announcesBody } from './bodies/request-body.ts'
import { onceOver, sendCounted } from './connections/connection-memory.ts'
import { createPipelines } from './connections/pipelines.ts'
import { createDirectAnswers, type DirectAnswers, needsExpress } from './direct-answers.ts'
import { type EntranceOptions, guardEntrance } from './entrance.ts'
import { createConverter, readHeaders, sendResponse, type ToServiceRequest } from './exchange.ts'
import { showLinkRefusal } from './pages/link-refusal.ts'
import { findVersion } from './pages/package-version.ts'
import { answerPeople } from './pages/pages.ts'
import { type LogEntry, logRequest } from './request-log.ts'
import { readTarget } from './request-target.ts'
import type { KeptAnswers } from './state/answer-kept.ts'

export interface AppOptions extends GuardOptions, PublicOptions {
  /** Whether a browser that opens the server gets the console. Default: true. */
  console?: boolean
  /** Whether pages of other origins may call the service. For the control API, use `allowOrigins`. Default: true. */
  cors?: boolean
  /** Your own MSW handlers, which take precedence over the service. */
  handlers?: readonly MswHandler[]
  /**
   * Whether only sessions that were created before can be used. Requests for any other session get 404
   * instead of creating it. Default: false.
   */
  knownSessionsOnly?: boolean
  /** Called once for every request, when its response has been sent or its connection has closed. */
  log?: (entry: LogEntry) => void
}

/** What a server adds to its app. */
export interface Hosting {
  /** What keeps its sessions. Default: they are only in the memory. */
  kept?: KeptAnswers | undefined
  /** Returns how the server is. */
  readHealth?: (() => Health) | undefined
  /** Counts the spans that the server has sent. */
  readSpans?: (() => SpanCounts) | undefined
}

/** The names of all options. */
export const APP_OPTIONS: OptionNames<AppOptions> = {
  console: 'flag',
  cors: 'flag',
  handlers: 'list',
  knownSessionsOnly: 'flag',
  log: 'function',
  token: 'text',
  allowOrigins: 'list',
  allowHosts: 'list',
  publicUrl: 'text',
  trustProxy: true,
}

/**
 * Creates an Express app that responds as the service does. Use it as a server, or mount it in
 * your own app.
 *
 * @throws if an option is invalid; the error names the option and what is allowed
 * @example
 * const app = express()
 * app.use('/platform', createApp(createSimulator()))
 */
export function createApp(simulator: Simulator, options: AppOptions = {}): Express {
  return createHostedApp(simulator, options, {})
}

/** Creates an app like `createApp`, for a server that adds something. */
export function createHostedApp(simulator: Simulator, options: AppOptions, hosting: Hosting): Express {
  assertSimulator('create the app', simulator, 'createApp(createSimulator(), { console: false })')
  assertKnownOptions('create the app', options, APP_OPTIONS)
  const { cors: isOpen = true, handlers = [], log } = options
  const guard = createControlGuard(options)
  const app = express()
  app.disable('x-powered-by')
  const toServiceRequest = createConverter(createAddressFinder(app, options))
  const respond = respondWith(simulator, guard, options, hosting)
  const send = sendWith(simulator)
  app.use(allowOtherOrigins(simulator, { isOpen, guard, toServiceRequest }))
  const receive = createReceiver(simulator, guard, { hasHandlers: handlers.length > 0, kept: hosting.kept })
  app.use(async (request, response, next) => {
    if (announcesBody(request)) await receive(request, response, toServiceRequest(request))
    next()
  })
  if (handlers.length > 0) app.use(askHandlers(simulator, handlers))
  const answer = answerWith(toServiceRequest, respond, send)
  app.use(answerPeople(app, { simulator, options, guard, toServiceRequest, answer }))
  app.use(reportError(simulator))
  const onError: DirectAnswers['onError'] = (request, response, error) =>
    refuse(simulator, request, response, toFailure(error), error)
  const answerDirectly = createDirectAnswers({ toServiceRequest, receive, respond, send, onError })
  guardEntrance(app, {
    waitForTurn: createPipelines(simulator.service),
    prepare: prepareWith(hosting),
    // The handlers come first.
    answerDirectly: handlers.length > 0 ? () => false : answerDirectly,
    onRequest:
      log === undefined
        ? undefined
        : (request, response) => logRequest(request, response, { log, isTrial: followTrial(simulator, request) }),
    refuse: (request, response, failure, error) => refuse(simulator, request, response, failure, error),
  })
  return app
}

// How a body is received, who may read a response and what a page shows depend on the session. The other requests get
// theirs when they are answered.
function prepareWith({ kept }: Hosting): EntranceOptions['prepare'] {
  return (request) => {
    if (kept === undefined || !(announcesBody(request) || needsExpress(request))) return undefined
    return kept.prepare({ path: readTarget(request).path, header: readHeaders(request) })
  }
}

/** Returns a function that tells whether a request is for a trial at the moment. */
function followTrial({ service }: Simulator, request: IncomingMessage): () => boolean {
  // Read now, because the app that this one is mounted in changes the URL back.
  const target = { path: readTarget(request).path, header: readHeaders(request) }
  return () => service.locate(target).session?.isTrial === true
}

const EXPOSED_HEADERS = [
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Simulator-Assumptions',
  'X-Simulator-Explanation',
]

// Preflight requests come from the browser and are answered here. Any other OPTIONS request comes
// from the client and continues to the service. Only the service is open to all pages, never the
// control API.
function allowOtherOrigins(
  { service }: Simulator,
  { isOpen, guard, toServiceRequest }: { isOpen: boolean; guard: ControlGuard; toServiceRequest: ToServiceRequest },
): RequestHandler {
  const toService = cors({ origin: true, credentials: true, exposedHeaders: EXPOSED_HEADERS })
  const toControlApi = cors({ origin: true, exposedHeaders: EXPOSED_HEADERS })
  return (request, response, next) => {
    const { origin, 'access-control-request-method': requestedMethod } = request.headers
    if (origin === undefined || (request.method === 'OPTIONS' && requestedMethod === undefined)) return next()
    const isControl = service.isControl(readTarget(request))
    if (isControl && guard.allowsOrigin(origin)) return toControlApi(request, response, next)
    const isAllowed = isOpen && service.allowsOtherOrigins(toServiceRequest(request))
    if (!isControl && isAllowed) return toService(request, response, next)
    next()
  }
}

// A file can be larger than any other body, and only its digest is needed.
function createReceiver(
  { service }: Simulator,
  guard: ControlGuard,
  { hasHandlers, kept }: { readonly hasHandlers: boolean; readonly kept: Hosting['kept'] },
): DirectAnswers['receive'] {
  const receiveBody = createBodyReceiver(service)
  return async (request, response, serviceRequest) => {
    const isControl = service.isControl(serviceRequest)
    // Nobody reads the body of a request that is rejected because of its head.
    if (isControl && guard.findRefusal(serviceRequest, request.socket.remoteAddress) !== undefined) return
    const isUpload = service.takesUpload(serviceRequest)
    const isInflated = isControl || service.inflatesBodies(serviceRequest)
    const read = () => (isUpload ? receiveUpload(request, response) : receiveBody(request, response, { isInflated }))
    const note = (): Arrival | undefined => {
      const arrival = (kept ?? service).noteArrival(serviceRequest)
      if (arrival !== undefined) onceOver(request, response, arrival.abandon)
      return arrival
    }
    // A user's handler may answer, and then the service never gets the request.
    await (hasHandlers ? read() : receiveNoted(request, read, note))
  }
}

// Loaded on demand: MSW is slow to load, and most servers have no handlers.
function askHandlers(simulator: Simulator, handlers: readonly MswHandler[]): RequestHandler {
  const loading = import('./guarded-handlers.ts').then((module) => module.guardHandlers(simulator, handlers))
  // Each request reports a failure to load. Until the first request, it must not end the process.
  loading.catch(() => undefined)
  return async (request, response, next) => {
    const isOurs = simulator.service.isControl(readTarget(request)) || findUpload(request) !== undefined
    if (isOurs) return next()
    const ask = await loading
    await ask(request, response, next)
  }
}

function respondWith(
  { service }: Simulator,
  guard: ControlGuard,
  { knownSessionsOnly = false, publicUrl }: AppOptions,
  { kept, readHealth, readSpans }: Hosting,
): DirectAnswers['respond'] {
  return (serviceRequest, { socket }) => {
    const authorize: Authorize = (controlRequest) => {
      const refusal = guard.findRefusal(controlRequest, socket.remoteAddress)
      return refusal === undefined ? undefined : buildRefusal(refusal)
    }
    const host: HandleOptions = {
      knownSessionsOnly,
      readVersion: findVersion,
      allowsOrigin: guard.allowsOrigin,
      signLink: guard.signLink,
      hasPublicUrl: publicUrl !== undefined,
      readSpans,
      readHealth: readHealth && (() => hidePlace(readHealth(), authorize(serviceRequest) === undefined)),
    }
    const answerAll = (request: ServiceRequest) =>
      kept === undefined
        ? service.handle(request, host)
        : kept.answer(request, (current) => service.handle(current, host))
    if (MCP_PATH.test(serviceRequest.path)) {
      return authorize(serviceRequest) ?? answerAgent({ ...service, handle: answerAll }, serviceRequest)
    }
    if (kept === undefined) return service.handle(serviceRequest, { ...host, authorize })
    // A request that is not allowed must not read a session.
    const refusal =
      service.isControl(serviceRequest) && !isOpenToAll(serviceRequest) ? authorize(serviceRequest) : undefined
    return refusal ?? answerAll(serviceRequest)
  }
}

const MCP_PATH = /^(?:\/_s\/[^/]+)?\/_simulator\/mcp\/?$/

// Loaded on demand, because most servers have no agents.
async function answerAgent(service: Simulator['service'], request: ServiceRequest): Promise<ServiceResponse> {
  const { createMcpEndpoint } = await import('../mcp/index.ts')
  return createMcpEndpoint({ service, readVersion: findVersion })(request)
}

// Everyone may ask how the server is, but not where it keeps its sessions.
function hidePlace(health: Health, isAllowed: boolean): Health {
  if (isAllowed || health.problem === undefined) return health
  return { ...health, problem: 'The store of the sessions does not work at the moment.' }
}

function sendWith(simulator: Simulator): DirectAnswers['send'] {
  const { reserve } = simulator.service
  return (request, response, serviceResponse) => {
    const refuseAll = ({ message }: NoRoomError) =>
      refuse(simulator, request, response, { status: 503, detail: message, headers: { 'retry-after': '1' } })
    sendCounted(request, response, serviceResponse, { reserve, refuse: refuseAll })
  }
}

function toFailure(error: unknown): Failure {
  return error instanceof BodyError ? error.failure : INTERNAL_ERROR
}

function answerWith(
  toServiceRequest: ToServiceRequest,
  respond: DirectAnswers['respond'],
  send: DirectAnswers['send'],
): RequestHandler {
  return async (request, response) => {
    const serviceResponse = await respond(toServiceRequest(request), request)
    send(request, response, showLinkRefusal(request, response, serviceResponse))
  }
}

// Express recognizes an error handler by its four parameters.
function reportError(simulator: Simulator): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    refuse(simulator, request, response, toFailure(error), error)
  }
}

function refuse(
  { service }: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
  failure: Failure,
  error?: unknown,
): void {
  if (request.socket.destroyed) return
  if (error !== undefined && !(error instanceof BodyError)) console.error(error)
  if (response.headersSent) return void request.socket.destroy()
  const isControl = service.isControl(readTarget(request))
  const written = isControl ? buildRefusal(toRefusal(failure, error)) : service.writeFailure(failure)
  sendResponse(response, findArrival(request)?.refuse(written) ?? written)
}

function toRefusal({ status, detail, headers = {} }: Failure, error: unknown): ControlRefusal {
  if (error instanceof BodyError) return { status, message: error.message, headers }
  return { status, message: `Failed to answer the request: ${String(detail).replace(/\.$/, '')}.`, headers }
}
