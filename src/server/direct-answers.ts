// Answers requests without Express. Most of them need nothing of it, and it takes longer than the service does.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServiceRequest, ServiceResponse } from '../engine/define/operation/messages.ts'
import { announcesBody } from './bodies/request-body.ts'
import type { ToServiceRequest } from './exchange.ts'
import { canGetPage } from './pages/pages.ts'
import { readTarget } from './request-target.ts'

/** How requests are answered. */
export interface DirectAnswers {
  toServiceRequest: ToServiceRequest
  /** Receives the body of a request, if there is one. */
  receive(request: IncomingMessage, response: ServerResponse, serviceRequest: ServiceRequest): Promise<void>
  respond(request: ServiceRequest, from: IncomingMessage): ServiceResponse | Promise<ServiceResponse>
  send(request: IncomingMessage, response: ServerResponse, serviceResponse: ServiceResponse): void
  /** Called if one of them fails. */
  onError(request: IncomingMessage, response: ServerResponse, error: unknown): void
}

/** Whether a request comes from a page, or can get one. Express handles these. */
export function needsExpress(request: IncomingMessage): boolean {
  return request.headers.origin !== undefined || canGetPage(readTarget(request).path)
}

/**
 * Creates a function that answers a request if it comes from no page of another origin and gets no page. It returns
 * whether it did. Express then handles the others.
 */
export function createDirectAnswers({
  toServiceRequest,
  receive,
  respond,
  send,
  onError,
}: DirectAnswers): (request: IncomingMessage, response: ServerResponse) => boolean {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (announcesBody(request)) await receive(request, response, toServiceRequest(request))
    const serviceResponse = respond(toServiceRequest(request), request)
    send(request, response, serviceResponse instanceof Promise ? await serviceResponse : serviceResponse)
  }
  return (request, response) => {
    if (needsExpress(request)) return false
    answer(request, response).catch((error) => onError(request, response, error))
    return true
  }
}
