import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { clearInterval, setInterval } from 'node:timers'
import type { Gate } from '../../engine/adapters/gate.ts'
import { type Failure, INVALID_HTTP } from '../../engine/contract/operation/failure.ts'
import { HEAD_TOO_LARGE, joinBody } from '../../engine/http/body.ts'
import { onceClosed } from './closed.ts'
import { endConnection } from './end-connection.ts'

const FAILURES: Readonly<Record<string, Failure>> = {
  HPE_HEADER_OVERFLOW: HEAD_TOO_LARGE,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'Chunk extensions too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'Request timeout' },
}

const PLAIN_HTTP: Failure = { status: 400, detail: 'This port takes HTTPS. Use a URL with https://.', isPlain: true }

// What OpenSSL calls bytes that are not TLS. It knows some methods of HTTP.
const NOT_TLS = ['ERR_SSL_HTTP_REQUEST', 'ERR_SSL_HTTPS_PROXY_REQUEST', 'ERR_SSL_WRONG_VERSION_NUMBER']

/** The open connections of a server. */
export type Connections = ReturnType<typeof followConnections>

// What ends a wait or a stream when the server stops. Node emits no event with this name.
const STOP = 'serverStop'
const SWEEP_MILLISECONDS = 20

/** Calls a function when the server of a client that waits stops. @returns a function that forgets it */
export function onStop(socket: Socket, end: () => void): () => void {
  socket.setMaxListeners(0).once(STOP, end)
  return () => void socket.off(STOP, end)
}

interface ConnectionOptions {
  readonly isSecure: boolean
}

/** Follows the connections of a server. @param isSecure whether they use TLS */
export function followConnections(server: Server, { isSecure }: ConnectionOptions) {
  const open = new Set<Socket>()
  // Below TLS, it is not known whether a connection is idle: a handshake counts as a request in flight.
  const below = new Set<Socket>()
  const latest = new WeakMap<object, ServerResponse>()
  let isEnding = false
  const followIn = (sockets: Set<Socket>, socket: Socket): void => {
    sockets.add(socket)
    onceClosed([socket], () => sockets.delete(socket))
  }
  // Node calls it after the last response of a connection.
  const follow = (socket: Socket): void => {
    followIn(open, socket)
    socket.destroySoon = () => endConnection(socket)
  }
  server.on('connection', isSecure ? (socket) => followIn(below, socket) : follow)
  if (isSecure) server.on('secureConnection', follow)
  // Before the app, which may answer at once.
  server.prependListener('request', ({ socket }, response) => {
    latest.set(socket, response)
    // Otherwise, a connection that is idle keeps its last request, with the body and the world that it met.
    response.once('close', () => latest.get(socket) === response && latest.delete(socket))
    if (isEnding) announceEnd(response)
  })
  const isIdle = (socket: Socket): boolean => latest.get(socket)?.writableFinished !== false
  // Repeated, because a request in flight can start to wait.
  const sweep = (): void => {
    for (const socket of open) {
      if (isIdle(socket)) socket.destroy()
      else socket.emit(STOP)
    }
  }
  const cutAll = (): void => {
    for (const socket of [...open, ...below]) socket.destroy()
  }
  return {
    /** The response to the last request that a connection has sent; undefined if it has sent none. */
    latestOf: (connection: object) => latest.get(connection),
    /** The connection that one over TLS uses. */
    findBelow: ({ remoteAddress, remotePort }: Socket) =>
      [...below].find((each) => each.remoteAddress === remoteAddress && each.remotePort === remotePort),
    /**
     * Stops listening, and ends all connections. Requests in flight may finish. Those that only wait are reset, and
     * event streams end.
     *
     * @param seconds how long requests in flight may take; what is not finished then is cut
     * @returns a promise that resolves when all connections are closed
     */
    end(seconds: number): Promise<void> {
      isEnding = true
      return new Promise((resolve) => {
        const deadline = performance.now() + seconds * 1000
        const timer = setInterval(() => {
          if (performance.now() < deadline) sweep()
          else cutAll()
        }, SWEEP_MILLISECONDS)
        // It would also close connections whose responses are not sent yet.
        server.closeIdleConnections = () => undefined
        server.close(() => {
          clearInterval(timer)
          resolve()
        })
        if (seconds === 0) return cutAll()
        for (const socket of open) announceEnd(latest.get(socket))
        sweep()
      })
    },
  }
}

// The client then sends no more requests on this connection.
function announceEnd(response: ServerResponse | undefined): void {
  if (response?.headersSent === false) response.setHeader('connection', 'close')
}

/** Responds in the service's envelope to bytes that Node cannot parse as a request, or closes the connection. */
export function answerClientErrors(server: Server, { writeFailure }: Gate, connections: Connections): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, broken: Socket) => {
    const isPlain = NOT_TLS.includes(code)
    const socket = (isPlain ? connections.findBelow(broken) : undefined) ?? broken
    // In the middle of another response, the client could not recognize this one.
    if (!socket.writable || !isFree(connections.latestOf(socket))) return void socket.destroy()
    const { status, headers, body } = writeFailure(isPlain ? PLAIN_HTTP : (FAILURES[code] ?? INVALID_HTTP))
    const lines = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`)
    socket.write(joinBody(body))
    if (isPlain) socket.destroySoon()
    else endConnection(socket)
  })
}

/** Whether a response can be sent after the latest one, or instead of it. */
function isFree(response: ServerResponse | undefined): boolean {
  if (response === undefined || response.writableFinished) return true
  // A response has no socket until the responses before it are sent.
  return response.socket !== null && (response.writableEnded || !response.headersSent)
}
