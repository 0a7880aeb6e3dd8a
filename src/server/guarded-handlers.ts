import { createMiddleware } from '@mswjs/http-middleware'
import type { RequestHandler as ExpressHandler, Request as ExpressRequest, Response as ExpressResponse } from 'express'
import * as msw from 'msw'
import { getResponse, http, type RequestHandler as MswHandler } from 'msw'
import { toResponse } from '../engine/adapters/fetch.ts'
import { INTERNAL_ERROR } from '../engine/contract/operation/failure.ts'
import { NO_BYTES } from '../engine/http/body.ts'
import { ProblemError } from '../engine/input/options/option-error.ts'
import type { Simulator } from '../engine/simulator/simulator.ts'
import { onceClosed } from './connections/closed.ts'
import { receivedOf } from './received.ts'

// The fetch standard forbids these methods.
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK']

// These belong to the connection, not to a response. With some of them, writing the response throws.
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']

// Its types refer to Express 4 and to the CommonJS types of MSW.
const toMiddleware = createMiddleware as unknown as (handler: MswHandler) => ExpressHandler

/**
 * Creates a middleware in which a user's MSW handlers take precedence over the simulator.
 *
 * @note With @mswjs/http-middleware, each of these ends the process: a request that fetch cannot
 * express, a network error, a body that breaks off or does not consist of bytes, a connection
 * header, and a handler that throws. It also consumes the body of a request that no handler
 * responds to. So requests that fetch cannot express go straight to the simulator, bodies are read
 * beforehand, and the handlers' response is checked before the middleware gets it.
 * @throws with MSW 3, which the middleware does not support
 */
export function guardHandlers(simulator: Simulator, handlers: readonly MswHandler[]): ExpressHandler {
  if (!('handleRequest' in msw)) {
    throw new ProblemError({
      attempt: 'use the MSW handlers',
      received: 'the installed MSW is not version 2, which @mswjs/http-middleware needs',
      advice: 'Install msw 2, or serve without handlers.',
    })
  }
  return async (request, response, next) => {
    if (!isExpressible(request)) return next()
    const guard = http.all(/.*/, async ({ request: fetchRequest }) => {
      try {
        const answer = await getResponse([...handlers], withBody(fetchRequest, request), { baseUrl: toOrigin(request) })
        return answer === undefined ? undefined : guardAnswer(answer, request, response)
      } catch (error) {
        console.error(error)
        return toResponse(simulator.service.writeFailure(INTERNAL_ERROR), fetchRequest)
      }
    })
    await toMiddleware(guard)(request, response, next)
  }
}

function withBody({ url, method, headers }: Request, request: ExpressRequest): Request {
  const { body = NO_BYTES } = receivedOf(request)
  // HTTP allows GET and HEAD to have a body, but fetch does not.
  const hasBody = body.length > 0 && !/^(?:GET|HEAD)$/.test(method)
  return new Request(url, { method, headers, ...(hasBody && { body }) })
}

function guardAnswer(answer: Response, request: ExpressRequest, response: ExpressResponse): Response {
  if (answer.type === 'error') {
    response.destroy()
    return new Response()
  }
  const headers = new Headers(answer.headers)
  for (const name of CONNECTION_HEADERS) headers.delete(name)
  const { status, statusText } = answer
  if (answer.body === null || request.method === 'HEAD') {
    void answer.body?.cancel().catch(() => undefined)
    return new Response(null, { status, statusText, headers })
  }
  return new Response(guardStream(answer.body, response), { status, statusText, headers })
}

// If the handler's body breaks off, only the client's connection breaks off with it. If the client
// disconnects, the handler's body is cancelled.
function guardStream(body: ReadableStream<unknown>, response: ExpressResponse): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  onceClosed([response], () => void reader.cancel().catch(() => undefined))
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(toChunk(value))
      } catch {
        response.destroy()
        controller.close()
      }
    },
  })
}

function toChunk(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  if (typeof value === 'string') return Buffer.from(value)
  throw new TypeError('A body must consist of bytes or text.')
}

function isExpressible(request: ExpressRequest): boolean {
  if (FORBIDDEN_METHODS.includes(request.method)) return false
  const origin = toOrigin(request)
  return URL.canParse(origin) && URL.canParse(request.url, origin) && isDecodable(request.path)
}

// MSW decodes path parameters, and throws if it cannot.
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function toOrigin(request: ExpressRequest): string {
  return `${request.protocol}://${request.get('host')}`
}
