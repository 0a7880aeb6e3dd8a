// The way of a request to its response: checked, in its turn, and without Express where that is possible.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'
import type { Express } from 'express'
import type { Gate } from '../engine/adapters/gate.ts'
import { type Failure, INVALID_HTTP } from '../engine/contract/operation/failure.ts'
import { HEAD_TOO_LARGE, MOST_READ } from '../engine/http/body.ts'
import { readTarget, toOriginForm } from './access/public-address.ts'
import { type Answering, toFailure } from './answering.ts'
import type { TakeTurn } from './connections/turns.ts'
import { readHead, sendResponse } from './exchange.ts'
import { canGetPage } from './pages/pages.ts'
import { announcesBody } from './received.ts'
import { createRequestLog, type LogEntry } from './request-log.ts'
import type { KeptAnswers } from './state/answer-kept.ts'

const MOST_IN_FLIGHT = 32

export interface EntranceOptions {
  gate: Gate
  answering: Answering
  takeTurn: TakeTurn
  /** What keeps the sessions, if something does. */
  kept: KeptAnswers | undefined
  /** Whether handlers of a user come first. */
  hasHandlers: boolean
  log: ((entry: LogEntry) => void) | undefined
}

interface ArrivedParts {
  readonly hasBody: boolean
  readonly isOfPage: boolean
}

/** Creates a listener for all requests. It leaves those to an app that come from a page, or can get one. */
export function createEntrance(
  app: Express,
  { gate, answering, takeTurn, kept, hasHandlers, log }: EntranceOptions,
): RequestListener {
  const { receive, respond, refuse } = answering
  const waitForTurn = createPipelines(gate)
  const logRequest = log && createRequestLog(log, gate)
  const send = (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const answered = respond(request, response)
    if (answered instanceof Promise) return answered.then((later) => sendResponse(response, later))
    // What needs not wait is sent before the next bytes of the connection are parsed, which may be no request.
    sendResponse(response, answered)
    return undefined
  }
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    { hasBody, isOfPage }: ArrivedParts,
  ): Promise<void> => {
    // How a body is received, who may read a response and what a page shows depend on the session. The other requests
    // get theirs when they are answered.
    if (kept !== undefined && (hasBody || isOfPage)) await kept.prepare(readHead(request))
    if (hasHandlers || isOfPage) return takeTurn(request, () => app(request, response))
    if (hasBody) await receive(request, response)
    return send(request, response)
  }
  const begin = (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const { url = '' } = request
    if (!url.startsWith('/') || url.includes('#')) request.url = toOriginForm(url)
    const hasBody = announcesBody(request)
    // It comes from a page, or can get one.
    const isOfPage = request.headers.origin !== undefined || canGetPage(readTarget(request).path)
    // Most requests need no promise.
    if (!hasBody && !isOfPage && !hasHandlers) return send(request, response)
    return answer(request, response, { hasBody, isOfPage })
  }
  const admit = (request: IncomingMessage, response: ServerResponse): void => {
    const flaw = findFlaw(request)
    // After most flaws, it is unknown where the next request on this connection begins.
    if (flaw !== undefined && flaw !== TOO_NEW) response.setHeader('connection', 'close')
    // Many bodies can be refused at once.
    const fail = (error: unknown): void =>
      void takeTurn(request, () => refuse(request, response, toFailure(error), error))
    try {
      if (flaw === undefined) begin(request, response)?.catch(fail)
      else refuse(request, response, flaw)
    } catch (error) {
      fail(error)
    }
  }
  return (request, response) => {
    logRequest?.(request, response)
    // A response gets the socket after the responses before it have been sent.
    if (response.socket === null) waitForTurn(request, response, () => admit(request, response))
    else admit(request, response)
  }
}

// Express cannot handle it, and would end the process.
const TOO_NEW: Failure = { status: 505, detail: 'HTTP/2 is not supported. Let your server use HTTP/1.1' }

// Checks that Node leaves to the server, or to which it responds without a body.
function findFlaw(request: IncomingMessage): Failure | undefined {
  const { url = '', headers, rawHeaders, httpVersion } = request
  // Only requests over HTTP/2 have one. A request line may name any version.
  if ('stream' in request) return TOO_NEW
  if (!url.startsWith('/') && url !== '*' && !URL.canParse(url)) return INVALID_HTTP
  // Node drops the headers after these, so an `Origin` among them would not be seen.
  if (rawHeaders.length >= 2 * MOST_READ.headers) return HEAD_TOO_LARGE
  const hosts = headers.host === undefined ? 0 : countHosts(rawHeaders)
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1') ? INVALID_HTTP : undefined
}

const HOST = /^host$/i

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (HOST.test(rawHeaders[index] ?? '')) hosts += 1
  return hosts
}

/** Starts a request when the responses before it have been sent; never if its connection closes before that. */
type WaitForTurn = (request: IncomingMessage, response: ServerResponse, start: () => void) => void

/** Creates the queues of all connections. One that has too many requests ends, or more than one if there is no memory. */
function createPipelines(gate: Gate): WaitForTurn {
  const waiting = new WeakMap<Socket, number>()
  const add = (socket: Socket, count: number): number => {
    const sum = (waiting.get(socket) ?? 0) + count
    waiting.set(socket, sum)
    return sum
  }
  const takeTurn = createStartQueue()
  return (request, response, start) => {
    const { socket } = request
    // The rest of what was read before a connection was closed is still parsed.
    if (socket.destroyed) return
    const count = add(socket, 1)
    // One more is being answered. A client may have read all of that response before the server knows.
    if (count >= MOST_IN_FLIGHT || (count > 1 && !gate.hasRoom())) return void socket.destroy()
    response.once('socket', () => takeTurn(begin))
    const begin = (): void => {
      add(socket, -1)
      if (!socket.destroyed) start()
    }
  }
}

/** Starts one request in each turn of the event loop. Others are answered in between, so they never wait for many. */
function createStartQueue(): (begin: () => void) => void {
  const waiting: (() => void)[] = []
  const next = (): void => {
    const begin = waiting.shift()
    if (waiting.length > 0) setImmediate(next)
    begin?.()
  }
  return (begin) => {
    if (waiting.push(begin) === 1) setImmediate(next)
  }
}
