// Answers requests without Express. Most of them need nothing of it, and it takes longer than the service does.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express, Request } from 'express'
import type { ServiceRequest, ServiceResponse } from '../core/contract/messages.ts'
import { convertRequest, readTarget } from './exchange.ts'
import { canGetPage } from './pages.ts'

/** How requests are answered. */
export interface DirectAnswers {
  respond(request: ServiceRequest, from: IncomingMessage): ServiceResponse | Promise<ServiceResponse>
  send(request: IncomingMessage, response: ServerResponse, given: ServiceResponse): void
  /** Called if `respond` fails. */
  onError(request: IncomingMessage, response: ServerResponse, error: unknown): void
}

/**
 * Creates a function that answers a request if it has no body, comes from no page of another origin and gets no page.
 * It returns whether it did. Express then handles the others.
 */
export function createDirectAnswers(
  app: Express,
  { respond, send, onError }: DirectAnswers,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const given = respond(
      convertRequest(request, () => readProtocol(app, request)),
      request,
    )
    send(request, response, given instanceof Promise ? await given : given)
  }
  return (request, response) => {
    if (hasBody(request) || request.headers.origin !== undefined || canGetPage(readTarget(request).path)) return false
    answer(request, response).catch((error) => onError(request, response, error))
    return true
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

// Express knows whether a proxy may tell the protocol. In an app that this one is mounted in, it has seen the request.
function readProtocol(app: Express, request: IncomingMessage): string {
  if (!('protocol' in request)) Object.setPrototypeOf(request, app.request)
  return (request as Request).protocol
}
