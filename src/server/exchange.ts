// Converts between HTTP and the messages of the service.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import type {
  ResponseStream,
  ServiceRequest,
  ServiceResponse,
  TransportFault,
} from '../engine/contract/operation/messages.ts'
import { type BodyRest, buildBody, joinBody, NO_BYTES } from '../engine/http/body.ts'
import { type FindAddress, readTarget } from './access/public-address.ts'
import { onceClosed } from './connections/closed.ts'
import { onStop } from './connections/connections.ts'
import { announcesBody, receivedOf } from './received.ts'

const IDLE_MILLISECONDS = 15_000

/** Converts a request, whose body has been read, to a request for the service. */
export type ToServiceRequest = (request: IncomingMessage) => ServiceRequest

/** Creates what converts requests. */
export function createConverter(findAddress: FindAddress): ToServiceRequest {
  return (request) => {
    const { path, query, header } = readHead(request)
    // Without accessors and copies, because every request pays for them.
    const converted: ServiceRequest = {
      method: request.method ?? '',
      address: () => findAddress(request),
      path,
      query,
      header,
      rawHeaders: request.rawHeaders,
      body: NO_BYTES,
      // A response that is queued behind another one has no event for the end of its connection.
      onGone: (act, isWait = false) => (isWait ? watchWait(request, act) : onceClosed([request.socket], act)),
    }
    return announcesBody(request) ? Object.assign(converted, receivedOf(request)) : converted
  }
}

/** Returns what the service needs to find the session of a request. */
export function readHead({ url, headers }: IncomingMessage) {
  const { path, query } = readTarget({ url })
  const header: ServiceRequest['header'] = (name) => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  return { path, query, header }
}

function watchWait({ socket }: IncomingMessage, act: () => void): () => void {
  const ignoreStop = onStop(socket, () => reset(socket))
  const ignoreClose = onceClosed([socket], act)
  return () => {
    ignoreStop()
    ignoreClose()
  }
}

/** Sends a response, with its transport fault. */
export function sendResponse(response: ServerResponse, serviceResponse: ServiceResponse): void {
  // The client may have disconnected in the meantime.
  if (response.destroyed) return
  const { stream, body, headers } = serviceResponse
  // It is set for pages of other origins, which can read only the headers that a response names.
  if (response.hasHeader('access-control-allow-origin'))
    response.setHeader('access-control-expose-headers', Object.keys(headers))
  if (body.rest !== undefined) sendLate(response, serviceResponse, body.rest)
  else if (stream !== undefined) sendStream(response, serviceResponse, stream)
  else if (serviceResponse.transportFault !== undefined)
    sendSpoilt(response, serviceResponse, serviceResponse.transportFault)
  else sendWhole(response, serviceResponse)
}

function sendWhole(response: ServerResponse, { status, statusText, headers, body }: ServiceResponse): void {
  // Responses with these statuses have no body.
  const isBodiless = status === 204 || status === 304
  const all = isBodiless ? headers : { 'content-length': String(body.length), ...headers }
  response.writeHead(status, statusText || undefined, all)
  // Joining the parts costs as much as sending them.
  for (const part of body.parts.slice(0, -1)) response.write(part)
  response.end(body.parts.at(-1))
}

// A stream that breaks off ends the connection, and a connection that ends cancels the stream.
function sendLate(response: ServerResponse, { status, statusText, headers }: ServiceResponse, rest: BodyRest): void {
  response.writeHead(status, statusText || undefined, asItIs(headers))
  response.flushHeaders()
  // It may never end by itself.
  const ignoreStop = onStop(response.req.socket, () => response.destroy())
  // Node has its own type for the same streams.
  pipeline(Readable.fromWeb(rest.stream as never), response, ignoreStop)
}

function sendStream(response: ServerResponse, { status, headers }: ServiceResponse, stream: ResponseStream): void {
  response.writeHead(status, asItIs(headers))
  response.flushHeaders()
  const { resume, stop } = stream.open((text) => response.write(text))
  const beat = setInterval(() => {
    // While the client has unread data, the connection needs no heartbeat.
    if (!response.writableNeedDrain) response.write(stream.idle)
  }, IDLE_MILLISECONDS)
  response.on('drain', resume)
  const ignoreStop = onStop(response.req.socket, () => response.end())
  onceClosed([response], () => {
    ignoreStop()
    clearInterval(beat)
    stop()
  })
}

function sendSpoilt(response: ServerResponse, serviceResponse: ServiceResponse, fault: TransportFault): void {
  const { socket } = response.req
  switch (fault.kind) {
    case 'stall':
      onStop(socket, () => reset(socket))
      break
    case 'reset':
      reset(socket)
      break
    case 'cut': {
      const { body } = serviceResponse
      sendUnfinished(
        response,
        { ...serviceResponse, body: buildBody([joinBody(body).subarray(0, fault.after)]) },
        body.length,
      )
      break
    }
    case 'wrong-length':
      sendUnfinished(response, serviceResponse, fault.announced)
      break
    default:
      fault satisfies never
  }
}

/** Sends the whole body, whatever length is announced, and closes the connection. */
function sendUnfinished(response: ServerResponse, { status, headers, body }: ServiceResponse, announced: number): void {
  response.writeHead(status, { ...asItIs(headers), 'content-length': announced, connection: 'close' })
  response.flushHeaders()
  response.write(joinBody(body))
  response.req.socket.destroySoon()
}

// A middleware that compresses responses would hold back what is written, until the end.
function asItIs(headers: ServiceResponse['headers']): ServiceResponse['headers'] {
  const { 'cache-control': caching } = headers
  return { ...headers, 'cache-control': caching === undefined ? 'no-transform' : `${caching}, no-transform` }
}

// Only TCP sockets can be reset. A TLS connection is destroyed instead.
function reset(socket: Socket): void {
  try {
    socket.resetAndDestroy()
  } catch {
    socket.destroy()
  }
}
