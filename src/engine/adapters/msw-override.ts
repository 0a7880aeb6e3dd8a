// Turns MSW handlers into overrides.

import { getResponse, type RequestHandler } from 'msw'
import type { ServiceRequest, ServiceResponse } from '../contract/operation/messages.ts'
import { NO_RESPONSE } from '../contract/response-body.ts'
import { isHandler } from '../input/options/known-options.ts'
import { OptionError } from '../input/options/option-error.ts'
import { showValue } from '../input/text/show-value.ts'
import type { Override } from '../sessions/state/overrides.ts'
import { isServed } from './http-middleware.ts'
import { takeBody } from './late-body.ts'

/** Turns MSW handlers into overrides. Their URLs are relative to the origin of the request. @throws OptionError */
export function buildOverrides(handlers: readonly RequestHandler[]): Override[] {
  for (const [index, handler] of handlers.entries()) assertHandler(handler, index + 1)
  return handlers.map(buildOverride)
}

export function nameHandler({ info }: RequestHandler): string {
  // MSW names `http.all` by its pattern for methods.
  return info.header.replace(/^\/\.\+\/ /, 'ALL ')
}

function assertHandler(handler: unknown, position: number): void {
  if (isHandler(handler)) return
  throw new OptionError({
    attempt: 'use the handlers',
    received: `argument ${position} is ${showValue(handler)}`,
    advice: "Pass MSW's request handlers one by one, such as use(http.get(url, resolver)) or use(...handlers).",
  })
}

function buildOverride(handler: RequestHandler): Override {
  return {
    name: nameHandler(handler),
    async answer(request) {
      const leaving = new AbortController()
      const fetchRequest = toRequest(request, leaving.signal)
      if (fetchRequest === undefined) return undefined
      request.onGone?.(() => leaving.abort(request.fetchRequest?.signal.reason))
      const response = await getResponse([handler], fetchRequest, { baseUrl: request.origin })
      if (response === undefined) return undefined
      return isPassthrough(response) ? 'service' : toServiceResponse(response, request, leaving.signal)
    },
  }
}

// Each handler gets a request of its own, so that one that reads the body and returns nothing does not
// take it from the next one.
function toRequest(
  { method, origin, basePath, path, query, rawHeaders = [], body, fetchRequest }: ServiceRequest,
  signal: AbortSignal,
): Request | undefined {
  if (fetchRequest !== undefined) {
    const { referrer, referrerPolicy } = fetchRequest
    const sent = fetchRequest.body === null ? {} : { body: new Uint8Array(body) }
    // A new request would otherwise forget where it was sent from.
    return new Request(fetchRequest, { signal, referrer, referrerPolicy, ...sent })
  }
  const headers = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD'
  const url = `${origin}${basePath}${path}${query === '' ? '' : `?${query}`}`
  try {
    return new Request(url, { method, headers, signal, ...(hasBody && { body: new Uint8Array(body) }) })
  } catch {
    // There are requests that fetch cannot describe, such as those with the method TRACE. No handler is for them.
    return undefined
  }
}

// MSW 2 does not export its own test for this.
function isPassthrough({ status, headers }: Response): boolean {
  return status === 302 && headers.get('x-msw-intention') === 'passthrough'
}

async function toServiceResponse(
  response: Response,
  { method, fetchRequest }: ServiceRequest,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  if (response.type === 'error') return NO_RESPONSE
  const { status, statusText } = response
  if (method === 'HEAD') response.body?.cancel().catch(() => undefined)
  const hidesBreaks = fetchRequest !== undefined && isServed(fetchRequest)
  const body = await takeBody(method === 'HEAD' ? null : response.body, { signal, hidesBreaks })
  const cookies = response.headers.getSetCookie()
  const headers = { ...Object.fromEntries(response.headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) }
  return { status, statusText, headers, body }
}
