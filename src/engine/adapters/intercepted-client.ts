// What MSW 2 lacks where it replaces XMLHttpRequest and the sockets of node:http.

import type { ServiceResponse } from '../contract/operation/messages.ts'
import { joinBody } from '../http/body.ts'

// MSW 2 replaces the XMLHttpRequest of jsdom and happy-dom. It supports neither `timeout`, nor `abort`, nor a
// body that breaks off, after which it would wait forever. In node:http it replaces the socket, which connects
// only when the response is there, and does not say that the client has gone. MSW 3 intercepts the connection
// below all clients.

export interface WaitingClient {
  /** Aborts when the response is no longer needed. */
  readonly signal: AbortSignal
  /** Connects the client, if it is not yet. Until then, its socket does not count the time. */
  readonly connect?: () => void
}

/** Whether a request comes from an XMLHttpRequest: from one that MSW has replaced, or from that of jsdom. */
export function isXhr(request: Request): boolean {
  return isXmlHttpRequest(findSender(request)) || /jsdom/.test(readClient(request))
}

/**
 * Whether the client of a request parses the bytes of the response. Only such a client sends a `Host`. A simulated page
 * does, too, but should see what a browser sees.
 */
export function parsesBytes(request: Request): boolean {
  return request.headers.has('host') && !/jsdom|HappyDOM/.test(readClient(request))
}

function readClient({ headers }: Request): string {
  return headers.get('user-agent') ?? ''
}

/** Turns a body that breaks off into a network error from the start, which is all that an XMLHttpRequest reports. */
export function breakAtOnce(serviceResponse: ServiceResponse): ServiceResponse {
  return breaksOff(serviceResponse) ? { ...serviceResponse, transportFault: { kind: 'reset' } } : serviceResponse
}

function breaksOff({ transportFault, body }: ServiceResponse): boolean {
  if (transportFault === undefined) return false
  switch (transportFault.kind) {
    case 'stall':
      return false
    case 'reset':
    case 'cut':
      return true
    case 'wrong-length':
      return transportFault.announced > body.length
  }
}

/**
 * Gives clones of a response a body of their own. MSW 2 clones each response for its events, and a client that cancels
 * a body would wait until the clone is cancelled, too, which nobody does. The clone of a body that is not whole is empty.
 */
export function separateClones(response: Response, { body, transportFault, stream }: ServiceResponse): Response {
  const isWhole = transportFault === undefined && stream === undefined
  const copy = () => new Response(isWhole ? joinBody(body) : '').body
  if (response.body !== null) Object.assign(response.body, { tee: () => [response.body, copy()] })
  return response
}

/**
 * Answers a request, and notices when its client stops waiting. With MSW 2, this implements the `timeout` and the
 * `abort` of an XMLHttpRequest: it gets its events, and the response is dropped.
 */
export function answerClient(
  request: Request,
  answer: (client: WaitingClient) => Promise<Response>,
): Promise<Response> {
  const sender = findSender(request)
  return isXmlHttpRequest(sender) ? answerXhr(sender, answer) : answer(watchClient(request))
}

/** Notices when the client of a request leaves. */
export function watchClient(request: Request): WaitingClient {
  const sender = findSender(request)
  return isClientRequest(sender) ? watchClientRequest(sender) : request
}

function answerXhr(xhr: XMLHttpRequest, answer: (client: WaitingClient) => Promise<Response>): Promise<Response> {
  const controller = new AbortController()
  const { abort } = xhr
  let isWaiting = true
  return new Promise((resolve, reject) => {
    const stopWaiting = (): void => {
      isWaiting = false
      clearTimeout(timer)
    }
    const end = (type: 'timeout' | 'abort'): void => {
      stopWaiting()
      controller.abort()
      endXhr(xhr, type)
    }
    // happy-dom has none unless it is set.
    const timer = xhr.timeout > 0 ? setTimeout(end, xhr.timeout, 'timeout') : undefined
    setOwn(xhr, 'abort', () => (isWaiting ? end('abort') : abort()))
    const inTime = <Value>(complete: (value: Value) => void) => {
      return (value: Value) => {
        if (!isWaiting) return
        stopWaiting()
        complete(value)
      }
    }
    answer(controller).then(inTime(resolve), inTime(reject))
  })
}

function endXhr(xhr: XMLHttpRequest, type: 'timeout' | 'abort'): void {
  setOwn(xhr, 'readyState', 4)
  // MSW has also registered this callback as a listener. It must be called only once.
  xhr.ontimeout = () => undefined
  xhr.dispatchEvent(new Event('readystatechange'))
  xhr.dispatchEvent(new ProgressEvent(type))
  xhr.dispatchEvent(new ProgressEvent('loadend'))
  if (type === 'abort') setOwn(xhr, 'readyState', 0)
}

// Assigning it may set the property for all of them.
function setOwn(xhr: XMLHttpRequest, name: 'abort' | 'readyState', value: unknown): void {
  Reflect.defineProperty(xhr, name, { value, configurable: true, enumerable: true, writable: true })
}

/** The part of a ClientRequest of node:http that is needed. */
interface ClientRequest {
  readonly destroyed: boolean
  readonly socket: (Connecting & { readonly encrypted?: boolean }) | null
  once(event: 'close', act: () => void): unknown
  destroy(error?: Error): unknown
}

interface Connecting {
  connecting: boolean
  emit(event: string, ...values: unknown[]): boolean
}

function watchClientRequest(sender: ClientRequest): WaitingClient {
  const controller = new AbortController()
  const { destroy } = sender
  const leave = () => controller.abort()
  if (sender.destroyed) leave()
  sender.once('close', leave)
  // The event comes only after code that waits for the client's error, which may already move the clock.
  sender.destroy = (error) => {
    leave()
    return destroy.call(sender, error)
  }
  return {
    signal: controller.signal,
    connect() {
      const { socket } = sender
      if (socket?.connecting !== true) return
      socket.connecting = false
      socket.emit('lookup', null, '127.0.0.1', 4)
      socket.emit('connect')
      if (socket.encrypted === true) socket.emit('secureConnect')
    },
  }
}

// MSW stores the sender of a request under its own symbol.
function findSender(request: object): unknown {
  const symbol = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'kRawRequest')
  return symbol === undefined ? undefined : Reflect.get(request, symbol)
}

function isXmlHttpRequest(sender: unknown): sender is XMLHttpRequest {
  return typeof sender === 'object' && sender !== null && 'getAllResponseHeaders' in sender
}

function isClientRequest(sender: unknown): sender is ClientRequest {
  return typeof sender === 'object' && sender !== null && 'socket' in sender && 'once' in sender
}
