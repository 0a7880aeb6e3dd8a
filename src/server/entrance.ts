// Checks requests before Express sees them, and answers most without it.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'
import type { Failure } from '../engine/define/operation/failure.ts'
import { ownText } from '../engine/limits/own-text.ts'
import type { WaitForTurn } from './connections/pipelines.ts'

/** How requests are handled before Express gets them. */
export interface EntranceOptions {
  /** Called first, for every request. */
  onRequest?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  /** Starts a request that was sent before the responses to earlier requests of its connection. */
  waitForTurn: WaitForTurn
  /** Prepares what decides how a request is received. Returns undefined if there is nothing to wait for. */
  prepare(request: IncomingMessage): Promise<unknown> | undefined
  /** Answers a request that Express is not needed for. @returns whether it did */
  answerDirectly(request: IncomingMessage, response: ServerResponse): boolean
  /** Responds to a request that is rejected, or that Express could not handle. */
  refuse(request: IncomingMessage, response: ServerResponse, failure: Failure, error?: unknown): void
}

const INVALID: Failure = { status: 400, detail: 'Invalid HTTP request received.' }
// Node drops the headers after these, so an `Origin` among them would not be seen.
const MOST_HEADERS = 1000
const TOO_MANY_HEADERS: Failure = { status: 431, detail: 'Request header fields too large' }
const UNEXPECTED: Failure = { status: 417, detail: 'Expectation Failed' }
const LOST: Failure = { status: 500, detail: 'Internal Server Error' }

/**
 * Checks requests before an app handles them.
 *
 * @note Express responds with an HTML page to requests that none of its handlers gets, such as a
 * URL that it cannot parse or an error in the error handler, and has no option to change that. So
 * this replaces `app.handle`, which every request passes through, even in a mounted app.
 */
export function guardEntrance(
  app: Express,
  { onRequest, waitForTurn, prepare, answerDirectly, refuse }: EntranceOptions,
): void {
  // `handle` is missing from Express' types.
  const entrance = app as unknown as { handle: Handle }
  const letIn = entrance.handle
  const admit = (request: IncomingMessage, response: ServerResponse): void => {
    const failure = findFlaw(request)
    if (failure !== undefined) {
      // It is unknown where the next request on this connection begins.
      response.setHeader('connection', 'close')
      refuse(request, response, failure)
      return
    }
    const { url = '' } = request
    if (!url.startsWith('/')) request.url = toOriginForm(url)
    const prepared = prepare(request)
    if (prepared === undefined) pass(request, response)
    else prepared.then(() => pass(request, response)).catch((error) => refuse(request, response, LOST, error))
  }
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    if (answerDirectly(request, response)) return
    letIn.call(app, request, response, (error) => refuse(request, response, error ? LOST : INVALID, error))
  }
  entrance.handle = (request, response) => {
    onRequest?.(request, response)
    // A response gets the socket after the responses before it have been sent.
    if (response.socket !== null) admit(request, response)
    else waitForTurn(request, response, () => admit(request, response))
  }
}

type Handle = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

// Checks that Node leaves to the server, or to which it responds without a body.
function findFlaw({ url = '', headers, rawHeaders, httpVersion }: IncomingMessage): Failure | undefined {
  if (!url.startsWith('/') && url !== '*' && !URL.canParse(url)) return INVALID
  if (rawHeaders.length >= 2 * MOST_HEADERS) return TOO_MANY_HEADERS
  const hosts = headers.host === undefined ? 0 : countHosts(rawHeaders)
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return INVALID
  return headers.expect === undefined || /\b100-continue\b/i.test(headers.expect) ? undefined : UNEXPECTED
}

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

// A client of a proxy sends an absolute URL. The service only handles the path and the query.
function toOriginForm(target: string): string {
  const path = ownText(target.replace(/^https?:\/\/[^/?#]*/i, ''))
  return path === '' || path.startsWith('?') ? `/${path}` : path
}
