import cors from 'cors'
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'
import type { RequestHandler as MswHandler } from 'msw'
import type { Call, Reply } from '../core/contract/call.ts'
import { type Failure, INTERNAL_ERROR } from '../core/contract/errors.ts'
import { buildRefusal } from '../core/control/control-failure.ts'
import type { Simulator } from '../core/simulator.ts'
import { type ControlGuard, createControlGuard, type GuardOptions } from './control-guard.ts'
import { readTarget, sendReply, toCall } from './exchange.ts'

const MOST_BODY_BYTES = 10 * 1024 * 1024

/** A request that is over, for a log. */
export interface LogEntry {
  method: string
  /** The target as the client sent it. */
  url: string
  /** None when the connection ended before there was an answer. */
  status: number | undefined
  milliseconds: number
}

export interface AppOptions extends GuardOptions {
  /** Whether pages of other origins may call the service; the controls have `allowOrigins`. Default: true. */
  cors?: boolean
  /** MSW handlers of your own, which are asked before the service. */
  handlers?: readonly MswHandler[]
  /** Called once for every request, when its answer is out or its connection is gone. */
  log?: (entry: LogEntry) => void
}

/**
 * Creates an Express application that answers as the service does: to be listened with, or to
 * be mounted in an application of your own.
 *
 * @example
 * const app = express()
 * app.use('/platform', createApp(createSimulator()))
 */
export function createApp(simulator: Simulator, options: AppOptions = {}): Express {
  const { cors: isOpen = true, handlers = [], log } = options
  const guard = createControlGuard(options)
  const app = express()
  app.disable('x-powered-by')
  const answer = answerWith(simulator, guard)
  if (log !== undefined) app.use(logRequests(log))
  if (handlers.length === 0) app.use(answerAtOnce(answer))
  app.use(allowOtherOrigins(simulator, { isOpen, guard }))
  app.use(express.raw({ type: () => true, limit: MOST_BODY_BYTES }))
  if (handlers.length > 0) app.use(askHandlers(simulator, handlers))
  app.use(answer)
  app.use(reportError(simulator))
  return app
}

function logRequests(log: (entry: LogEntry) => void): RequestHandler {
  return (request, response, next) => {
    const start = performance.now()
    const { method, originalUrl: url } = request
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : undefined
      log({ method, url, status, milliseconds: performance.now() - start })
    })
    next()
  }
}

const EXPOSED_HEADERS = ['Location', 'Retry-After', 'WWW-Authenticate', 'X-Simulator-Explanation']

// A preflight is the browser's question and answered here; any other OPTIONS is the client's
// and goes on to the service. What is open to all pages is the service, never the controls.
function allowOtherOrigins(
  { service }: Simulator,
  { isOpen, guard }: { isOpen: boolean; guard: ControlGuard },
): RequestHandler {
  const toService = cors({ origin: true, credentials: true, exposedHeaders: EXPOSED_HEADERS })
  const toControls = cors({ origin: true, exposedHeaders: EXPOSED_HEADERS })
  return (request, response, next) => {
    const { origin, 'access-control-request-method': asked } = request.headers
    if (origin === undefined || (request.method === 'OPTIONS' && asked === undefined)) return next()
    const isControl = service.isControl(readTarget(request))
    if (isControl && guard.allowsOrigin(origin)) return toControls(request, response, next)
    if (!isControl && isOpen) return toService(request, response, next)
    next()
  }
}

// Most requests come from no page and have no body: nothing but the answer is to be done for them.
function answerAtOnce(answer: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const { origin, 'content-length': length, 'transfer-encoding': encoding } = request.headers
    return origin === undefined && length === undefined && encoding === undefined
      ? answer(request, response, next)
      : next()
  }
}

// MSW takes long to load, and most servers have no handlers.
function askHandlers(simulator: Simulator, handlers: readonly MswHandler[]): RequestHandler {
  const loading = import('./guarded-handlers.ts').then((module) => module.guardHandlers(simulator, handlers))
  return async (request, response, next) => {
    if (simulator.service.isControl(readTarget(request))) return next()
    const ask = await loading
    await ask(request, response, next)
  }
}

function answerWith({ service }: Simulator, guard: ControlGuard): RequestHandler {
  const authorize = (call: Call): Reply | undefined => {
    const refusal = guard.findRefusal(call)
    return refusal === undefined ? undefined : buildRefusal(refusal)
  }
  return (request, response) => {
    const reply = service.handle(toCall(request), authorize)
    if (reply instanceof Promise) return reply.then((later) => sendReply(response, later))
    sendReply(response, reply)
  }
}

// Express tells an error handler by its four parameters.
function reportError(simulator: Simulator): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (request.socket.destroyed) return
    const failure = isClientError(error) ? { status: error.status, detail: error.message } : INTERNAL_ERROR
    if (failure === INTERNAL_ERROR) console.error(error)
    if (response.headersSent) request.socket.destroy()
    else sendReply(response, writeFailure(simulator, request, failure))
  }
}

function writeFailure({ service }: Simulator, request: Request, failure: Failure): Reply {
  if (!service.isControl(readTarget(request))) return service.writeFailure(failure)
  return buildRefusal({ status: failure.status, message: `Failed to answer: ${failure.detail}.` })
}

// What reads bodies reports one that cannot be read with a status, e.g. 413 for one too large.
function isClientError(error: unknown): error is Error & { status: number } {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500
}
