import { createMiddleware } from '@mswjs/http-middleware'
import type { RequestHandler as ExpressHandler, Request as ExpressRequest, Response as ExpressResponse } from 'express'
import * as msw from 'msw'
import { getResponse, http, type RequestHandler as MswHandler } from 'msw'
import { toResponse } from '../core/adapters/fetch.ts'
import { INTERNAL_ERROR } from '../core/contract/errors.ts'
import type { Simulator } from '../core/simulator.ts'
import { toBytes } from './exchange.ts'

// The fetch standard has no requests with these methods.
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK']

// They belong to the connection and not to an answer; with some of them, writing the answer throws.
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']

// Its types are those of Express 4, and of MSW as CommonJS sees it.
const toMiddleware = createMiddleware as unknown as (handler: MswHandler) => ExpressHandler

/**
 * Lets a user's MSW handlers answer before the simulator.
 *
 * @note @mswjs/http-middleware lets a request that fetch cannot express, a network error, a
 * body that breaks off or is no bytes, a header of the connection and a handler that throws
 * reach the process, which then ends; and it takes the body of a request that nobody answers.
 * So a request that fetch cannot express goes straight to the simulator, its body is read
 * before, and the handlers' answer is looked at before the middleware gets it.
 * @throws with MSW 3, which the middleware does not know
 */
export function guardHandlers(simulator: Simulator, handlers: readonly MswHandler[]): ExpressHandler {
  if (!('handleRequest' in msw)) {
    const reason = 'another MSW than 2 is installed, and @mswjs/http-middleware works with no other'
    throw new Error(`Failed to ask the MSW handlers: ${reason}. Install msw 2, or serve without handlers.`)
  }
  return async (request, response, next) => {
    if (!isExpressible(request)) return next()
    const guard = http.all(/.*/, async ({ request: asked }) => {
      try {
        const answer = await getResponse([...handlers], withBody(asked, request), { baseUrl: toOrigin(request) })
        return answer === undefined ? undefined : guardAnswer(answer, request, response)
      } catch (error) {
        console.error(error)
        return toResponse(simulator.service.writeFailure(INTERNAL_ERROR), asked)
      }
    })
    await toMiddleware(guard)(request, response, next)
  }
}

function withBody({ url, method, headers }: Request, request: ExpressRequest): Request {
  const body = toBytes(request.body)
  // HTTP lets GET and HEAD have one, and fetch does not.
  const hasBody = body.length > 0 && !/^(?:GET|HEAD)$/.test(method)
  return new Request(url, { method, headers, ...(hasBody ? { body } : {}) })
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

// What breaks off in the handler breaks off for the client, and for nobody else; and what no
// client waits for any more is not made.
function guardStream(body: ReadableStream<unknown>, response: ExpressResponse): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  response.once('close', () => void reader.cancel().catch(() => undefined))
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
  throw new TypeError('A body is made of bytes or text.')
}

function isExpressible(request: ExpressRequest): boolean {
  if (FORBIDDEN_METHODS.includes(request.method)) return false
  const origin = toOrigin(request)
  return URL.canParse(origin) && URL.canParse(request.url, origin) && isDecodable(request.path)
}

// MSW decodes what a handler's path has for a parameter.
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
