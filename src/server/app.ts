// The Express app: log, CORS, body, handlers, simulator, errors.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import cors from 'cors'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { RequestHandler as MswHandler } from 'msw'
import type { Gate } from '../engine/adapters/gate.ts'
import { assertKnownOptions, type OptionNames } from '../engine/input/options/known-options.ts'
import type { AnySimulator, SimulatorTypes } from '../engine/simulator/simulator.ts'
import { type ControlGuard, createControlGuard, type GuardOptions } from './access/control-guard.ts'
import { createAddressFinder, type PublicOptions, readTarget } from './access/public-address.ts'
import { createAnswering, type Hosting, toFailure } from './answering.ts'
import { createRequestTurns } from './connections/turns.ts'
import { createEntrance } from './entrance.ts'
import { createConverter, sendResponse, type ToServiceRequest } from './exchange.ts'
import { type ServiceOptions, takeSimulator } from './given-simulator.ts'
import { showLinkRefusal } from './pages/link-refusal.ts'
import { createPages } from './pages/pages.ts'
import { announcesBody, receivedOf } from './received.ts'
import type { LogEntry } from './request-log.ts'

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

export const APP_OPTIONS: OptionNames<AppOptions> = {
  console: 'flag',
  cors: 'flag',
  handlers: 'handlers',
  knownSessionsOnly: 'flag',
  log: 'function',
  token: 'text',
  allowOrigins: 'list',
  allowHosts: 'list',
  publicUrl: 'text',
  trustProxy: true,
}

/**
 * An app that responds as the service does: a middleware for Express and others, or a handler for `createServer` of
 * `node:http`. Its type does not need those of Express.
 */
export interface ServiceApp {
  (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void): void
  /** Starts a server of its own. */
  listen(port: number, listening?: () => void): Server
  listen(port: number, host: string, listening?: () => void): Server
}

/**
 * Creates an Express app that responds as the service does. Use it as a server, or mount it in
 * your own app, also several apps below different paths.
 *
 * @param given a simulator, or a service of your own with the options of its simulator
 * @throws if an option is invalid; the error names the option and what is allowed
 * @example
 * const app = express()
 * app.use('/platform', createApp(createSimulator()))
 */
export function createApp<Of extends SimulatorTypes>(
  given: AnySimulator | ServiceOptions<Of>,
  options: AppOptions = {},
): ServiceApp {
  const example = 'createApp(createSimulator(), { console: false })'
  return createHostedApp(takeSimulator('create the app', given, example), options, {})
}

/** Creates an app like `createApp`, for a server that adds something. */
export function createHostedApp(simulator: AnySimulator, options: AppOptions, hosting: Hosting): Express {
  assertKnownOptions('create the app', options, APP_OPTIONS)
  const { cors: isOpen = true, handlers = [], knownSessionsOnly = false, publicUrl, log } = options
  const { service: gate } = simulator
  const { take: takeTurn } = hosting.turns ?? createRequestTurns()
  const app = express()
  app.disable('x-powered-by')
  const guard = createControlGuard(options)
  const toServiceRequest = createConverter(createAddressFinder(app, options))
  const hasHandlers = handlers.length > 0
  const shared = { gate, guard, toServiceRequest, takeTurn, hasHandlers, knownSessionsOnly }
  const answering = createAnswering({ ...shared, ...hosting, hasPublicUrl: publicUrl !== undefined })
  const { receive, respond, refuse } = answering
  app.use(allowOtherOrigins(gate, { isOpen, guard, toServiceRequest }))
  app.use(async (request, response, next) => {
    if (announcesBody(request)) await receive(request, response)
    next()
  })
  if (hasHandlers) app.use(askHandlers(simulator, handlers))
  app.use(...createPages(app, { simulator, options, guard, toServiceRequest }))
  app.use(async (request, response) => {
    sendResponse(response, showLinkRefusal(request, response, await respond(request, response)))
  })
  // Express recognizes an error handler by its four parameters.
  const reportError: ErrorRequestHandler = (error, request, response, _next) =>
    refuse(request, response, toFailure(error), error)
  app.use(reportError)
  const enter = createEntrance(app, { gate, answering, takeTurn, kept: hosting.kept, hasHandlers, log })
  // Hosts call `handle` of an app that they mount. All else is Express'.
  return Object.assign(Object.setPrototypeOf(enter, app), { handle: enter })
}

// What handlers and preflight requests get. Responses of the service name their own headers (`exchange.ts`).
const EXPOSED_HEADERS = [
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Simulator-Assumptions',
  'X-Simulator-Explanation',
]

interface CrossOriginOptions {
  readonly isOpen: boolean
  readonly guard: ControlGuard
  readonly toServiceRequest: ToServiceRequest
}

// Preflight requests come from the browser and are answered here. Any other OPTIONS request comes
// from the client and continues to the service. Only the service is open to all pages, never the
// control API.
function allowOtherOrigins(gate: Gate, { isOpen, guard, toServiceRequest }: CrossOriginOptions): RequestHandler {
  const toService = cors({ origin: true, credentials: true, exposedHeaders: EXPOSED_HEADERS })
  const toControlApi = cors({ origin: true, exposedHeaders: EXPOSED_HEADERS })
  return (request, response, next) => {
    const { origin, 'access-control-request-method': requestedMethod } = request.headers
    if (origin === undefined || (request.method === 'OPTIONS' && requestedMethod === undefined)) return next()
    const isControl = gate.isControl(readTarget(request))
    if (isControl && guard.allowsOrigin(origin)) return toControlApi(request, response, next)
    const isAllowed = isOpen && gate.allowsOtherOrigins(toServiceRequest(request))
    if (!isControl && isAllowed) return toService(request, response, next)
    next()
  }
}

// Loaded on demand: MSW is slow to load, and most servers have no handlers.
function askHandlers(simulator: AnySimulator, handlers: readonly MswHandler[]): RequestHandler {
  const loading = import('./guarded-handlers.ts').then((module) => module.guardHandlers(simulator, handlers))
  // Each request reports a failure to load. Until the first request, it must not end the process.
  loading.catch(() => undefined)
  return async (request, response, next) => {
    const isOurs = simulator.service.isControl(readTarget(request)) || receivedOf(request).upload !== undefined
    if (isOurs) return next()
    const ask = await loading
    await ask(request, response, next)
  }
}
