// Converts between fetch and the messages of the service; `simulator.fetch`.

import { type BaseUrl, isUnder } from '../contract/base-url.ts'
import type {
  OpenResponseStream,
  ResponseStream,
  ServiceRequest,
  ServiceResponse,
  TransportFault,
} from '../contract/operation/messages.ts'
import { findForeignPage } from '../control/requests/caller.ts'
import { buildRefusal } from '../control/shared/control-failure.ts'
import { type Body, HEAD_TOO_LARGE, joinBody, MOST_READ, NO_BYTES } from '../http/body.ts'
import { ProblemError } from '../input/options/option-error.ts'
import { quote } from '../input/text/quote.ts'
import { listHeaders } from '../journal/header-list.ts'
import { ownText } from '../limits/own-text.ts'
import { endlessTimers } from '../store/time/world-time.ts'
import { type BodyGate, receiveBody } from './arriving-body.ts'
import type { Authorize, Gate } from './gate.ts'

/** Where the service is if its clients may expect it anywhere. */
export const ANY_ORIGIN = 'http://localhost'
const REDIRECTS = [301, 302, 303, 307, 308]
// As in browsers.
const MOST_REDIRECTS = 20
// Longer than the timeouts of most tests.
const MOST_MILLISECONDS_HELD = 15_000
// Marks the network error of a cut connection. It is what clients look for in order to try again.
const RESET = { code: 'ECONNRESET' }

/** What waits for a response, until its signal aborts. */
interface AbortableWait {
  readonly signal: AbortSignal
}

/** Turns a fetch request into one of the service. A URL outside of the base URL gets an empty path. */
export function toServiceRequest(
  gate: BodyGate,
  request: Request,
  base: BaseUrl,
  waiting: AbortableWait = request,
): ServiceRequest | Promise<ServiceRequest> {
  const url = new URL(request.url)
  const serviceRequest: ServiceRequest = {
    method: request.method,
    address: () => ({ origin: url.origin, basePath: base.path }),
    // Of a URL, the host and the fragment are not kept, and they can be long.
    path: isUnder(base, url.pathname) ? ownText(url.pathname.slice(base.path.length)) : '',
    query: ownText(url.search.slice(1)),
    header: (name) => request.headers.get(name) ?? undefined,
    rawHeaders: readHeaders(request.headers),
    body: NO_BYTES,
    onGone: (act) => watchAbort(waiting, act),
    fetchRequest: request,
  }
  const { rawHeaders = [] } = serviceRequest
  if (rawHeaders.length >= MOST_READ.headers * 2 || measureHead(url, rawHeaders) > MOST_READ.head)
    return { refused: gate.writeFailure(HEAD_TOO_LARGE), ...serviceRequest }
  return request.body === null ? serviceRequest : receiveBody(gate, serviceRequest, request)
}

// Every request pays for this, and a loop takes half the time of `flat`.
function readHeaders(headers: Headers): string[] {
  const listed: string[] = []
  for (const [name, value] of headers) listed.push(name, value)
  return listed
}

function measureHead({ pathname, search }: URL, rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, pathname.length + search.length)
}

interface BodyConsumer {
  /** Whether the client parses its bytes, and not a fetch response. */
  parsesBytes: boolean
}

/**
 * Turns a response into a fetch response. A transport fault becomes the closest possible thing: a
 * response that never comes, a network error, or a body that breaks off. A stream ends when its reader
 * cancels it, or when its request is aborted.
 */
export async function toResponse(
  serviceResponse: ServiceResponse,
  request: AbortableWait,
  reading: BodyConsumer = { parsesBytes: false },
): Promise<Response> {
  const { status, statusText = '', transportFault, stream } = serviceResponse
  const body = joinBody(serviceResponse.body)
  const init = { status, statusText, headers: listHeaders(serviceResponse.headers) }
  const late = stream === undefined ? serviceResponse.body.rest?.stream : toReadable(stream, request)
  if (late !== undefined) return new Response(late, init)
  if (transportFault !== undefined) return toSpoiltResponse(transportFault, { ...init, body }, request, reading)
  const response = new Response(body.length === 0 ? null : body, init)
  const isBodiless = status === 204 || status === 304 || response.headers.has('content-length')
  // As a server does. Otherwise, undici ends the process if nobody reads a long body.
  if (!isBodiless) response.headers.set('content-length', String(body.length))
  return response
}

interface UnsentResponse {
  readonly status: number
  readonly headers: [string, string][]
  readonly body: Body
}

function toSpoiltResponse(
  fault: TransportFault,
  { body, ...init }: UnsentResponse,
  request: AbortableWait,
  { parsesBytes }: BodyConsumer,
): Response | Promise<never> {
  const announce = (content: BodyInit, length: number): Response => {
    const response = new Response(content, init)
    response.headers.set('content-length', String(length))
    return response
  }
  switch (fault.kind) {
    case 'stall':
      return waitForAbort(request)
    case 'reset':
      return fault.refusal === undefined ? Object.assign(Response.error(), RESET) : buildNetworkError(fault.refusal)
    case 'cut':
      return announce(breakOff(body.slice(0, fault.after)), body.length)
    case 'wrong-length': {
      const { announced } = fault
      if (announced > body.length) return announce(breakOff(body), announced)
      // A client reads only as many bytes as were announced. One that parses them knows by the header that there must
      // not be more.
      const response = announce(parsesBytes ? body : body.slice(0, announced), announced)
      if (parsesBytes) response.headers.set('connection', 'close')
      return response
    }
  }
}

// Rejects when the client aborts the request, and never settles otherwise.
function waitForAbort(request: AbortableWait): Promise<never> {
  const aborted = new Promise<never>((_, reject) => watchAbort(request, () => reject(request.signal.reason)))
  return aborted.finally(endlessTimers.holdProcess(MOST_MILLISECONDS_HELD))
}

// Settles like `pending`, or rejects if the client aborts the request first.
function orAbort<Result>(pending: Promise<Result>, request: AbortableWait): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stopWatching = watchAbort(request, () => reject(request.signal.reason))
    void pending.then(resolve, reject).finally(stopWatching)
  })
}

/**
 * Calls a function when a request is aborted, at once if it already is.
 *
 * A signal receives an abort only while its request is referenced, and nothing references the request
 * of a response that never comes. So a timer references it, without keeping the process alive.
 *
 * @returns a function that prevents the call
 */
function watchAbort(request: AbortableWait, act: () => void): () => void {
  const { signal } = request
  if (signal.aborted) {
    act()
    return () => undefined
  }
  const letGo = endlessTimers.holdObject(request)
  const stop = (): void => {
    letGo()
    signal.removeEventListener('abort', abort)
  }
  const abort = (): void => {
    stop()
    act()
  }
  signal.addEventListener('abort', abort)
  return stop
}

/**
 * Keeps the process alive until the response is there, as the socket of a real request would. The
 * timers of a clock don't, nor does that of `AbortSignal.timeout`. With a frozen clock, this ends after a while,
 * because the response may never come.
 */
export async function keepProcess(
  pending: Promise<ServiceResponse>,
  gate: Gate,
  serviceRequest: ServiceRequest,
): Promise<ServiceResponse> {
  const most = gate.hasRunningClock(serviceRequest) ? undefined : MOST_MILLISECONDS_HELD
  return pending.finally(endlessTimers.holdProcess(most))
}

// Texts are only enqueued when the client reads on, so that they don't pile up here.
function toReadable(stream: ResponseStream, request: AbortableWait): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let open: OpenResponseStream | undefined
  let stopWatching: () => void = () => undefined
  return new ReadableStream({
    start(controller) {
      open = stream.open((text) => {
        controller.enqueue(encoder.encode(text))
        return (controller.desiredSize ?? 0) > 0
      })
      stopWatching = watchAbort(request, () => {
        open?.stop()
        controller.error(request.signal.reason)
      })
    },
    pull: () => open?.resume(),
    cancel() {
      stopWatching()
      open?.stop()
    },
  })
}

function breakOff(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull(controller) {
      if (isSent) return controller.error(new TypeError('terminated', { cause: buildLengthError() }))
      isSent = true
      controller.enqueue(bytes)
    },
  }
  // A stream that reads ahead fails before its bytes have been read.
  return new ReadableStream(source, { highWaterMark: 0 })
}

// As undici words it.
function buildLengthError(): Error {
  const error = new Error('Response body length does not match content-length header')
  return Object.assign(error, {
    name: 'ResponseContentLengthMismatchError',
    code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  })
}

/** Builds a network error that tells the client its reason. */
export function buildNetworkError(refusal: string): Response {
  return Object.assign(Response.error(), { refusal })
}

/** Creates the error of a network error: that of Node if a connection was cut, or fetch's own with the reason. */
export function findNetworkError(response: Response): Error | undefined {
  if (response.type !== 'error') return undefined
  if ('refusal' in response) return new TypeError(String(response.refusal))
  if (!('code' in response)) return undefined
  return Object.assign(new Error('read ECONNRESET'), { ...RESET, errno: -104, syscall: 'read' })
}

/** Turns an error of Node into that of fetch. */
export function toFetchError(error: Error | undefined): TypeError {
  return error instanceof TypeError ? error : new TypeError('fetch failed', { cause: error })
}

/**
 * Creates a `fetch` that sends every request to a service. A path is relative to the base URL. If that has an
 * origin, a request to another one is rejected. Redirects and abort signals work.
 */
export function createFetch(gate: Gate, base: BaseUrl): typeof fetch {
  const send = async (request: Request, redirects = 0): Promise<Response> => {
    request.signal.throwIfAborted()
    assertOwn(request, base)
    const called = toServiceRequest(gate, request, base)
    // Awaited only if necessary, so that advancing the clock right after the call affects this request.
    const serviceRequest = called instanceof Promise ? await orAbort(called, request) : called
    const handled = gate.handle(serviceRequest)
    const serviceResponse =
      handled instanceof Promise ? await keepProcess(orAbort(handled, request), gate, serviceRequest) : handled
    const { location } = serviceResponse.headers
    if (typeof location !== 'string' || !REDIRECTS.includes(serviceResponse.status) || request.redirect === 'manual') {
      return refuseNetworkError(await toResponse(serviceResponse, request))
    }
    if (request.redirect === 'error') throw new TypeError('fetch failed: a redirect was not expected')
    if (redirects === MOST_REDIRECTS) throw new TypeError('fetch failed: too many redirects')
    const next = followRedirect(request, serviceRequest.body, serviceResponse.status)
    return send(new Request(new URL(location, request.url), next), redirects + 1)
  }
  return async (input, init) => {
    const isPath = typeof input === 'string' && input.startsWith('/')
    return send(new Request(isPath ? `${base.origin ?? ANY_ORIGIN}${base.path}${input}` : input, init))
  }
}

/** The `fetch` of a server. It ignores what a framework passes beside a request. */
export interface Serve {
  (request: Request | string | URL): Promise<Response>
  (url: string | URL, init?: RequestInit): Promise<Response>
}

interface AnswerOptions {
  readonly controlApi: boolean
}

/**
 * Creates the `fetch` of a server. Its client follows redirects. As anyone may send requests, the control API answers
 * only if `controlApi` is set, and no pages of other origins.
 */
export function createAnswer(gate: Gate, base: BaseUrl, { controlApi }: AnswerOptions): Serve {
  const findIssue = (serviceRequest: ServiceRequest) => findForeignPage(serviceRequest, () => false)
  const authorize: Authorize = (request) =>
    buildControlRefusal(findIssue(request), 'Only pages of its own origin may use it.')
  const handle: Gate['handle'] = (serviceRequest) => gate.handle(serviceRequest, { authorize })
  const answer = createFetch(controlApi ? { ...gate, handle } : hideControlApi(gate), base)
  return (input: Request | string | URL, init?: RequestInit) =>
    answer(input, { ...(!(input instanceof Request) && init), redirect: 'manual' })
}

/** Refuses a request to the control API if something is wrong with it. */
export function buildControlRefusal(issue: string | undefined, advice: string): ServiceResponse | undefined {
  const message = `Failed to use the control API: ${issue}. ${advice}`
  return issue === undefined ? undefined : buildRefusal({ status: 403, message })
}

/** Lets a service answer as if it had no control API: its paths get the service's own 404. */
export function hideControlApi(gate: Gate): Gate {
  const handle: Gate['handle'] = (serviceRequest, options) =>
    gate.isControl(serviceRequest)
      ? gate.writeFailure({ status: 404, detail: 'Not Found' })
      : gate.handle(serviceRequest, options)
  return { ...gate, handle }
}

function assertOwn({ url }: Request, { origin, path }: BaseUrl): void {
  if (origin === undefined || url.startsWith(`${origin}/`) || new URL(url).origin === new URL(origin).origin) return
  throw new ProblemError({
    attempt: `fetch ${quote(url)}`,
    received: `the base URL is ${quote(origin + path)}`,
    advice: 'Use a path, a URL below the base URL, or another "baseUrl".',
  })
}

/** Returns what is requested after a redirect. As in every `fetch`, some statuses turn it into a GET without a body. */
function followRedirect({ method, headers, signal }: Request, body: Uint8Array, status: number): RequestInit {
  const isGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST'
  if (!isGet) return { method, headers, signal, ...(body.length > 0 && { body: new Uint8Array(body) }) }
  const left = new Headers(headers)
  for (const name of ['encoding', 'language', 'location', 'type']) left.delete(`content-${name}`)
  return { headers: left, signal }
}

function refuseNetworkError(response: Response): Response {
  if (response.type === 'error') throw toFetchError(findNetworkError(response))
  return response
}
