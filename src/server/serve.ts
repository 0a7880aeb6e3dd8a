import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLoopback } from '../core/control/caller.ts'
import type { Simulator } from '../core/simulator.ts'
import { type AppOptions, createApp } from './app.ts'
import { answerClientErrors } from './client-error.ts'

export interface ServeOptions extends AppOptions {
  /** Default: 4010. 0 takes any free port. */
  port?: number
  /** Default: 127.0.0.1. */
  host?: string
}

/** A server that listens. */
export interface RunningServer {
  /** Where it listens, e.g. `http://127.0.0.1:4010`. */
  url: string
  port: number
  /** What calls to the control API have to bring; undefined where they need nothing. */
  token: string | undefined
  /** Stops listening, ends open connections, and waits until that is done. */
  close(): Promise<void>
}

// A list of 450 ids and more fits into the headers. A request without a host is the app's to
// refuse, since Node's own answer has no body.
const HTTP_OPTIONS = { maxHeaderSize: 64 * 1024, requireHostHeader: false }

// A thousand clients may connect at once while the loop is busy; of Node's usual 511, the system
// resets those that are too many.
const BACKLOG = 4096

/**
 * Serves a simulator over HTTP. Where others than this machine can reach it, its control API needs
 * a token: the one that is given, or else one that is made up.
 *
 * @returns when it listens
 * @throws when it cannot listen, saying why
 * @example
 * const server = await serve(createSimulator(), { port: 0 })
 * const response = await fetch(`${server.url}/v2/deployments`)
 * await server.close()
 */
export async function serve(simulator: Simulator, options: ServeOptions = {}): Promise<RunningServer> {
  const { port = 4010, host = '127.0.0.1', ...appOptions } = options
  const authority = host.includes(':') ? `[${host}]` : host
  const token = options.token ?? (isLoopback(authority) ? undefined : randomBytes(24).toString('base64url'))
  const app = createApp(simulator, { ...appOptions, token })
  const server = createServer(HTTP_OPTIONS, app)
  server.on('checkExpectation', app)
  answerClientErrors(server, simulator.service)
  await listen(server, port, host)
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${authority}:${actual}`,
    port: actual,
    token,
    close: () => close(server),
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new Error(describeFailure(error, port, host), { cause: error }))
    server.once('error', fail)
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function describeFailure({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  const start = `Failed to listen on ${host}:${port}`
  if (code === 'EADDRINUSE') return `${start}: the port is in use. Choose another one, or 0 for any that is free.`
  if (code === 'EACCES') return `${start}: the port is not open to you. Choose one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `${start}: this machine has no such address. Choose one of its own, such as 127.0.0.1 or 0.0.0.0.`
  }
  return `${start}: ${message}.`
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
