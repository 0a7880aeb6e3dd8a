import cors from 'cors'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { RequestHandler as MswHandler } from 'msw'
import { INTERNAL_ERROR } from '../core/contract/errors.ts'
import type { Simulator } from '../core/simulator.ts'
import { sendReply, toCall } from './exchange.ts'

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

export interface AppOptions {
  /** Whether pages of other origins may call the service. Default: true. */
  cors?: boolean
  /** MSW handlers of your own, which are asked before the simulator. */
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
  const app = express()
  app.disable('x-powered-by')
  if (log !== undefined) app.use(logRequests(log))
  if (isOpen) app.use(allowOtherOrigins())
  app.use(express.raw({ type: () => true, limit: MOST_BODY_BYTES }))
  if (handlers.length > 0) app.use(askHandlers(simulator, handlers))
  app.use(answerWith(simulator))
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

// A preflight is the browser's question and answered here; any other OPTIONS is the client's
// and goes on to the service.
function allowOtherOrigins(): RequestHandler {
  const allow = cors({
    origin: true,
    credentials: true,
    exposedHeaders: ['Location', 'Retry-After', 'WWW-Authenticate'],
  })
  return (request, response, next) => {
    const { origin, 'access-control-request-method': asked } = request.headers
    if (origin === undefined || (request.method === 'OPTIONS' && asked === undefined)) next()
    else allow(request, response, next)
  }
}

// MSW takes long to load, and most servers have no handlers.
function askHandlers(simulator: Simulator, handlers: readonly MswHandler[]): RequestHandler {
  const loading = import('./guarded-handlers.ts').then((module) => module.guardHandlers(simulator, handlers))
  return async (request, response, next) => {
    const ask = await loading
    await ask(request, response, next)
  }
}

function answerWith(simulator: Simulator): RequestHandler {
  return (request, response) => {
    const reply = simulator.service.handle(toCall(request))
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
    else sendReply(response, simulator.service.writeFailure(failure))
  }
}

// What reads bodies reports one that cannot be read with a status, e.g. 413 for one too large.
function isClientError(error: unknown): error is Error & { status: number } {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500
}
