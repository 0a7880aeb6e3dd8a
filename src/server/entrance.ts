import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'
import type { Failure } from '../core/contract/errors.ts'

/** What happens to requests before Express sees them. */
export interface EntranceOptions {
  /** Called with every request first. */
  onRequest?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  /** Answers a request that cannot be let in, or one that Express has lost. */
  refuse(request: IncomingMessage, response: ServerResponse, failure: Failure, error?: unknown): void
}

const INVALID: Failure = { status: 400, detail: 'Invalid HTTP request received.' }
const UNEXPECTED: Failure = { status: 417, detail: 'Expectation Failed' }
const LOST: Failure = { status: 500, detail: 'Internal Server Error' }

/**
 * Puts a check before an app.
 *
 * @note Express answers with an HTML page whatever none of its handlers gets, such as a target
 * that it cannot parse or an error of the error handler, and lets nobody else do that. So this
 * replaces the function that leads requests into the app, alone or mounted in another one.
 */
export function guardEntrance(app: Express, { onRequest, refuse }: EntranceOptions): void {
  // Its types leave it out.
  const entrance = app as unknown as { handle: Handle }
  const letIn = entrance.handle
  entrance.handle = (request, response) => {
    onRequest?.(request, response)
    const failure = findFlaw(request)
    if (failure !== undefined) {
      // Whatever follows on this connection, nobody knows where it begins.
      response.setHeader('connection', 'close')
      return refuse(request, response, failure)
    }
    const { url = '' } = request
    if (!url.startsWith('/')) request.url = toOriginForm(url)
    letIn.call(app, request, response, (error) => refuse(request, response, error ? LOST : INVALID, error))
  }
}

type Handle = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

// What Node leaves to a server, or answers without a body by itself.
function findFlaw({ url = '', headers, rawHeaders, httpVersion }: IncomingMessage): Failure | undefined {
  if (!url.startsWith('/') && url !== '*' && !URL.canParse(url)) return INVALID
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

// A proxy's client sends the whole URL; the service only knows what follows the authority.
function toOriginForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return path === '' || path.startsWith('?') ? `/${path}` : path
}
