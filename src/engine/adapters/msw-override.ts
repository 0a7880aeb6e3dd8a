// Turns MSW handlers into overrides.

import { getResponse, type RequestHandler } from 'msw'
import type { ServiceRequest, ServiceResponse } from '../contract/operation/messages.ts'
import { NO_RESPONSE } from '../contract/response-body.ts'
import { buildBody } from '../http/body.ts'
import { OptionError } from '../input/options/option-error.ts'
import { showValue } from '../input/schemas/describe-issues.ts'
import { isRecord } from '../input/schemas/schema-walk.ts'
import type { Override } from '../sessions/serving/overrides.ts'

/** Turns MSW handlers into overrides. Their URLs are relative to the origin of the request. @throws OptionError */
export function buildOverrides(handlers: readonly RequestHandler[]): Override[] {
  for (const [index, handler] of handlers.entries()) assertHandler(handler, index + 1)
  return handlers.map(buildOverride)
}

export function nameHandler({ info }: RequestHandler): string {
  // MSW names `http.all` by its pattern for methods.
  return info.header.replace(/^\/\.\+\/ /, 'ALL ')
}

// Not by its class, because there may be several copies of MSW.
function assertHandler(handler: unknown, position: number): void {
  if (isRecord(handler) && typeof handler.run === 'function' && isRecord(handler.info)) return
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
      const fetchRequest = toRequest(request)
      if (fetchRequest === undefined) return undefined
      const response = await getResponse([handler], fetchRequest, { baseUrl: request.origin })
      if (response === undefined) return undefined
      return isPassthrough(response) ? 'service' : toServiceResponse(response)
    },
  }
}

// Each handler gets a request of its own, so that one that reads the body and returns nothing does not
// take it from the next one.
function toRequest({ method, origin, basePath, path, query, rawHeaders = [], body, onGone }: ServiceRequest) {
  const headers = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD'
  const controller = new AbortController()
  try {
    const request = new Request(`${origin}${basePath}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers,
      signal: controller.signal,
      ...(hasBody ? { body: new Uint8Array(body) } : {}),
    })
    onGone?.(() => controller.abort())
    return request
  } catch {
    // There are requests that fetch cannot describe, such as those with the method TRACE. No handler is for them.
    return undefined
  }
}

// MSW 2 does not export its own test for this.
function isPassthrough({ status, headers }: Response): boolean {
  return status === 302 && headers.get('x-msw-intention') === 'passthrough'
}

async function toServiceResponse(response: Response): Promise<ServiceResponse> {
  if (response.type === 'error') return NO_RESPONSE
  const body = buildBody([new Uint8Array(await response.arrayBuffer())])
  const cookies = response.headers.getSetCookie()
  const headers = { ...Object.fromEntries(response.headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) }
  return { status: response.status, headers, body }
}
