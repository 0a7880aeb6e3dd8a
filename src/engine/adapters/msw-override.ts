// Turns MSW handlers into overrides.

import { getResponse, type RequestHandler } from 'msw'
import { NO_RESPONSE, type ServiceRequest, type ServiceResponse } from '../contract/operation/messages.ts'
import { type Body, type BodyRest, buildBody, NO_BODY, type ResponseBody } from '../http/body.ts'
import { isHandler } from '../input/options/known-options.ts'
import { OptionError, ProblemError } from '../input/options/option-error.ts'
import { describeValue } from '../input/text/describe-value.ts'
import { showValue } from '../input/text/show-value.ts'
import type { Override } from '../sessions/state/overrides.ts'
import { realTimers } from '../store/time/world-time.ts'
import { isServed } from './http-middleware.ts'

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
      const response = await getResponse([handler], fetchRequest, { baseUrl: request.address().origin })
      if (response === undefined) return undefined
      assertUnread(response, nameHandler(handler))
      return isPassthrough(response) ? 'service' : toServiceResponse(response, request, leaving.signal)
    },
  }
}

// Not by its class, because a simulated page has classes of its own.
function assertUnread(response: Response, handler: string): void {
  const { headers, body, bodyUsed }: Partial<Response> = Object(response)
  const attempt = `answer with the handler ${handler}`
  if (typeof headers?.get !== 'function')
    throw new ProblemError({
      attempt,
      received: `it returned ${describeValue(response)}, which is no response`,
      advice: 'Return one, such as HttpResponse.json({}), or nothing.',
    })
  if (bodyUsed === true || body?.locked === true)
    throw new ProblemError({
      attempt,
      received: 'the body of its response was read before',
      advice: 'Return a new response for each request, or a clone of one.',
    })
}

// Each handler gets a request of its own, so that one that reads the body and returns nothing does not
// take it from the next one.
function toRequest(
  { method, address, path, query, rawHeaders = [], body, fetchRequest }: ServiceRequest,
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
  const { origin, basePath } = address()
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

type ByteReader = ReadableStreamDefaultReader<Uint8Array>

interface Client {
  /** Aborts when it leaves. */
  readonly signal: AbortSignal
  /** Whether a body that breaks off has to look whole to it. */
  readonly hidesBreaks: boolean
}

/** Takes a body. Most are there at once, and the others pass on what arrives. */
async function takeBody(stream: ReadableStream<Uint8Array> | null, client: Client): Promise<ResponseBody> {
  if (stream === null) return NO_BODY
  const reader = stream.getReader()
  const first = reader.read()
  const second = first.then(() => reader.read())
  const soon = new Promise<undefined>((resolve) => realTimers.after(0, () => resolve(undefined)))
  const next = await Promise.race([second.catch(() => undefined), soon])
  if (next?.done !== true) return { ...NO_BODY, rest: passOn(reader, [first, second], client) }
  const { value } = await first
  return buildBody(value === undefined ? [] : [toBytes(value)])
}

// Many streams may be open at once.
const MOST_KEPT = 64 * 1024

function passOn(
  reader: ByteReader,
  reads: ReturnType<ByteReader['read']>[],
  { signal, hidesBreaks }: Client,
): BodyRest {
  const kept: Body[] = []
  let length = 0
  let end: (isAborted: boolean) => void = () => undefined
  const over: BodyRest['over'] = new Promise((resolve) => {
    end = (isAborted) => resolve({ body: { ...buildBody(kept), length }, isAborted })
  })
  const leave = (reason: unknown): Promise<void> => {
    end(true)
    return reader.cancel(reason)
  }
  const source: UnderlyingDefaultSource<Body> = {
    start(controller) {
      signal.addEventListener('abort', () => {
        leave(signal.reason).catch(() => undefined)
        controller.error(signal.reason)
      })
    },
    async pull(controller) {
      try {
        const { value } = await (reads.shift() ?? reader.read())
        const bytes = value && toBytes(value)
        if (length < MOST_KEPT && bytes) kept.push(bytes.slice(0, MOST_KEPT - length))
        length += bytes?.length ?? 0
        if (bytes) return controller.enqueue(bytes)
      } catch (error) {
        end(false)
        if (!hidesBreaks) throw error
      }
      end(false)
      controller.close()
    },
    cancel: leave,
  }
  // Without reading ahead, because the source may count on that nobody does.
  return { stream: new ReadableStream(source, { highWaterMark: 0 }), over }
}

// Not by its class, because a simulated page has classes of its own.
function toBytes(value: Uint8Array): Body {
  if (Object.prototype.toString.call(value) === '[object Uint8Array]') return new Uint8Array(value)
  throw new TypeError('A body must consist of bytes.')
}
