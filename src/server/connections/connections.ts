import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
// Not the global functions, because tests replace them.
import { clearInterval, setInterval } from 'node:timers'
import { onceClosed } from './closed.ts'
import { endConnection } from './end-connection.ts'

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

/** Follows the connections of a server. @param isSecure whether they use TLS */
export function followConnections(server: Server, { isSecure }: { readonly isSecure: boolean }) {
  const open = new Set<Socket>()
  // Below TLS, it is not known whether a connection is idle: a handshake counts as a request in flight.
  const below = new Set<Socket>()
  const latest = new WeakMap<object, ServerResponse>()
  let isEnding = false
  const followIn = (sockets: Set<Socket>) => (socket: Socket) => {
    sockets.add(socket)
    onceClosed([socket], () => sockets.delete(socket))
  }
  // Node calls it after the last response of a connection.
  const follow = (socket: Socket): void => {
    followIn(open)(socket)
    socket.destroySoon = () => endConnection(socket)
  }
  server.on('connection', isSecure ? followIn(below) : follow)
  if (isSecure) server.on('secureConnection', follow)
  // Before the app, which may answer at once.
  server.prependListener('request', ({ socket }, response) => {
    latest.set(socket, response)
    // Otherwise, a connection that is idle keeps its last request, with the body and the world that it met.
    onceClosed([response], () => latest.get(socket) === response && latest.delete(socket))
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
