import { createMiddleware } from '@mswjs/http-middleware'
import type { RequestHandler as ExpressHandler, Request, Response } from 'express'
import { getResponse, http, type RequestHandler as MswHandler } from 'msw'
import { toResponse } from '../core/mounts/fetch.ts'
import type { Simulator } from '../core/simulator.ts'
import { toBytes } from './exchange.ts'

// The fetch standard has no requests with these methods.
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK']

// Its types are those of Express 4, and of MSW as CommonJS sees it.
const toMiddleware = createMiddleware as unknown as (handler: MswHandler) => ExpressHandler

/**
 * Lets a user's MSW handlers answer before the simulator.
 *
 * @note @mswjs/http-middleware lets a request that fetch cannot express, a network error, a
 * body that breaks off and a handler that throws reach the process, which then ends; and it
 * takes the body of a request that nobody answers. So a request that fetch cannot express
 * goes straight to the simulator, its body is read before, and the handlers' answer is looked
 * at before the middleware gets it.
 */
export function guardHandlers(simulator: Simulator, handlers: readonly MswHandler[]): ExpressHandler {
  return async (request, response, next) => {
    if (!isExpressible(request)) return next()
    const guard = http.all(/.*/, async ({ request: asked }) => {
      try {
        const answer = await getResponse([...handlers], withBody(asked, request), { baseUrl: toOrigin(request) })
        return answer === undefined ? undefined : guardResponse(answer, response)
      } catch (error) {
        console.error(error)
        return toResponse(simulator.refuse({ status: 500, detail: 'Internal Server Error' }))
      }
    })
    await toMiddleware(guard)(request, response, next)
  }
}

function withBody({ url, method, headers }: globalThis.Request, request: Request): globalThis.Request {
  const body = toBytes(request.body)
  return new globalThis.Request(url, { method, headers, ...(body.length > 0 ? { body } : {}) })
}

function guardResponse(answer: globalThis.Response, response: Response): globalThis.Response {
  if (answer.type === 'error') {
    response.destroy()
    return new globalThis.Response()
  }
  if (answer.body === null) return answer
  return new globalThis.Response(guardStream(answer.body, response), answer)
}

// What breaks off in the handler breaks off for the client, and for nobody else.
function guardStream(body: ReadableStream<Uint8Array>, response: Response): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  response.once('close', () => void reader.cancel().catch(() => undefined))
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch {
        response.destroy()
        controller.close()
      }
    },
  })
}

function isExpressible(request: Request): boolean {
  if (FORBIDDEN_METHODS.includes(request.method)) return false
  return URL.canParse(toOrigin(request)) && URL.canParse(request.url, toOrigin(request))
}

function toOrigin(request: Request): string {
  return `${request.protocol}://${request.get('host')}`
}
