// Listens and closes, with errors for users.

import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
// Not the global function, because tests replace it.
import { setTimeout as wait } from 'node:timers/promises'
import { isLoopback } from '../engine/control/requests/caller.ts'
import { MOST_READ } from '../engine/http/body.ts'
import { assertKnownOptions, type OptionNames } from '../engine/input/options/known-options.ts'
import { type Problem, ProblemError } from '../engine/input/options/option-error.ts'
import { readDuration, SECOND, type WrittenDuration } from '../engine/input/options/written-duration.ts'
import { countOf } from '../engine/input/text/words.ts'
import type { AnySimulator, Simulator, SimulatorTypes } from '../engine/simulator/simulator.ts'
import { APP_OPTIONS, type AppOptions, createHostedApp } from './app.ts'
import { answerClientErrors, followConnections } from './connections/connections.ts'
import type { TlsOptions } from './connections/tls.ts'
import { createRequestTurns } from './connections/turns.ts'
import { endAll } from './end-all.ts'
import { type ServiceOptions, takeSimulator } from './given-simulator.ts'
import { type OtlpOptions, readCollector } from './otlp/collector.ts'
import { takeFacts } from './otlp/facts.ts'
import { findVersion } from './pages/package-version.ts'
import { measureMemory } from './taken-memory.ts'

export interface ServeOptions extends AppOptions {
  /** The port to listen on. 0 takes any free port. Default: 4010. */
  port?: number
  /** The address to listen on. Default: 127.0.0.1. */
  host?: string
  /**
   * How many seconds requests in flight may take to finish when the server closes, or text such as `'1m'`. Those that
   * only wait are reset at once. Default: 0, which cuts all.
   */
  grace?: WrittenDuration
  /**
   * Where to keep the sessions, so that they survive the server: a folder, or a store that several servers share, such
   * as `redis://localhost:6379/0`. Default: nowhere.
   */
  state?: string
  /**
   * Where to send a span for each request: a collector that takes OTLP as JSON over HTTP. A collector that is slow or
   * not there holds up nothing. Default: nowhere.
   */
  otlp?: OtlpOptions
  /** The certificate, with which the server uses HTTPS. It is read again when its files change. Default: HTTP. */
  tls?: TlsOptions
}

/** The names of all options. */
export const SERVE_OPTIONS: OptionNames<ServeOptions> = {
  ...APP_OPTIONS,
  port: 'port',
  host: 'text',
  grace: true,
  state: 'text',
  otlp: 'fields',
  tls: 'fields',
}

/** A running server. */
export interface RunningServer {
  /** The URL of the server, e.g. `http://127.0.0.1:4010`. */
  url: string
  /** The port that it listens on. */
  port: number
  /** The token that the control API requires, or undefined if it requires none. */
  token: string | undefined
  /** Stops listening and closes open connections, after `grace` at the latest. Resolves when all are closed. */
  close(): Promise<void>
}

// The app rejects requests without a host, because
// Node's own response to them has no body. It also limits how long a body may take, and a file of 200 MB
// may take this long: at 1.4 Mbit/s. Proxies close unused connections after a minute at most, and must do so first: a
// request that they send while the server closes would fail.
const HTTP_OPTIONS = {
  maxHeaderSize: MOST_READ.head,
  requireHostHeader: false,
  requestTimeout: 1_200_000,
  keepAliveTimeout: 65_000,
}

// A thousand clients may connect at once while the event loop is busy. With Node's default of 511,
// the system resets the excess connections.
const BACKLOG = 4096

/** A running server of a service of your own, with its simulator. */
export interface RunningService<Of extends SimulatorTypes> extends RunningServer {
  /** The simulator that it serves. */
  readonly simulator: Simulator<Of>
}

/**
 * Serves a simulator over HTTP. If other machines can reach the server, also through a proxy, its control API requires
 * a token: the given one, or a generated one.
 *
 * @param given a simulator, or a service of your own with the options of its simulator
 * @returns a server that is already listening
 * @throws if an option is invalid or the server cannot listen; the error says why
 * @example
 * const server = await serve(createSimulator(), { port: 0 })
 * const response = await fetch(`${server.url}/v2/deployments`)
 * await server.close()
 */
export function serve(given: AnySimulator, options?: ServeOptions): Promise<RunningServer>
export function serve<Of extends SimulatorTypes>(
  given: ServiceOptions<Of>,
  options?: ServeOptions,
): Promise<RunningService<Of>>
export async function serve(given: AnySimulator | ServiceOptions, options: ServeOptions = {}): Promise<RunningServer> {
  const simulator = takeSimulator('serve the simulator', given, 'serve(createSimulator(), { port: 0 })')
  assertKnownOptions('serve the simulator', options, SERVE_OPTIONS)
  const { port = 4010, host: givenHost = '127.0.0.1', state, otlp, tls, grace: givenGrace = 0, ...appOptions } = options
  const host = givenHost.replace(/^\[(.*)\]$/, '$1')
  const authority = toAuthority(host)
  if (authority === undefined) {
    throw new ProblemError({ attempt: `listen on ${host}:${port}`, ...explainFailure({ code: 'EINVAL' }) })
  }
  const grace = readDuration('serve the simulator', givenGrace, { name: 'grace', unit: SECOND }) / SECOND
  const isPublic = !isLoopback(authority) || options.publicUrl !== undefined || options.trustProxy !== undefined
  const token = options.token ?? (isPublic ? randomBytes(24).toString('base64url') : undefined)
  const server = await openServer(tls)
  // What is open, and has to be closed also if the start fails.
  const ends: (() => Promise<void>)[] = []
  try {
    const spans = otlp === undefined ? undefined : await openSpans(simulator, otlp)
    if (spans !== undefined) ends.push(spans.end)
    const kept = state === undefined ? undefined : await openKept(simulator, state)
    if (kept !== undefined) ends.push(kept.close)
    let isStopping = false
    const readHealth = () => ({ isStopping, problem: kept?.findProblem() })
    const turns = createRequestTurns()
    const hosting = { kept, readHealth, readSpans: spans?.counts, turns }
    const app = createHostedApp(simulator, { ...appOptions, token }, hosting)
    server.on('connection', turns.noteConnection).on('request', app).on('checkExpectation', app)
    const connections = followConnections(server, { isSecure: tls !== undefined })
    answerClientErrors(server, simulator.service, connections)
    await listen(server, port, host)
    endUnusedSessions(simulator, server)
    watchMemory(simulator, server)
    const { port: actual } = server.address() as AddressInfo
    return {
      ...(given !== simulator && { simulator }),
      url: `${tls === undefined ? 'http' : 'https'}://${authority}:${actual}`,
      port: actual,
      token,
      async close() {
        isStopping = true
        // Meanwhile, a proxy notices and sends the requests to others.
        if (kept?.store.isShared) await wait(grace * 1000)
        await endAll([() => connections.end(grace), ...ends])
      },
    }
  } catch (error) {
    await endAll(ends).catch(() => undefined)
    throw error
  }
}

// Loaded on demand, because most servers use HTTP.
async function openServer(tls: TlsOptions | undefined): Promise<Server> {
  if (tls === undefined) return createServer(HTTP_OPTIONS)
  const { createTlsServer } = await import('./connections/tls.ts')
  return createTlsServer(HTTP_OPTIONS, tls)
}

// Loaded on demand, because most servers keep nothing.
async function openKept(simulator: AnySimulator, place: string) {
  const { openState } = await import('./state/open-state.ts')
  const kept = await openState(simulator, place)
  return {
    ...kept,
    async close() {
      const lost = await kept.close()
      if (lost.length === 0) return
      throw new ProblemError({
        attempt: 'store all sessions',
        received: `the last changes of ${countOf(lost.length, 'session')} are lost`,
        advice: 'The line before says of which',
      })
    },
  }
}

// Loaded on demand, because most servers have no collector.
async function openSpans({ service: gate }: AnySimulator, options: OtlpOptions) {
  const collector = readCollector(options)
  const { createSpans } = await import('./otlp/spans.ts')
  const { add, counts, end } = createSpans(collector, findVersion())
  const { operations } = gate.declared
  const stop = gate.observe({
    onRequest: (request) => add(takeFacts(request, operations)),
    onEvent: () => undefined,
  })
  return {
    counts,
    end() {
      stop()
      return end()
    },
  }
}

/** Returns what stands for a host in a URL, or undefined if it is none. Short forms are written in full: 0.0.0.0 for 0. */
function toAuthority(host: string): string | undefined {
  // A URL cannot name a zone.
  const written = host.includes(':') ? `[${host.replace(/%.*/, '')}]` : host
  const isHost = !/[/?#@\\\s%]/.test(written) && URL.canParse(`http://${written}`)
  return isHost ? new URL(`http://${written}`).hostname : undefined
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new ProblemError({ attempt: `listen on ${host}:${port}`, ...explainFailure(error) }, { cause: error }))
    server.once('error', fail)
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

// Often enough for sessions that end after a minute, which is the least.
const SWEEP_MILLISECONDS = 60_000

// A look-up ends the sessions that were not used for too long, but there may be none for hours. No session has this name.
function endUnusedSessions({ sessions }: AnySimulator, server: Server): void {
  const timer = setInterval(() => sessions.get(''), SWEEP_MILLISECONDS)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

function watchMemory({ service: gate }: AnySimulator, server: Server): void {
  const memory = measureMemory()
  if (memory === undefined) return
  gate.watchMemory(memory.measure)
  server.once('close', memory.stop)
}

const PORT = '--port (in code "port")'
const NO_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND']

function explainFailure({ code = '', message = '' }: Partial<NodeJS.ErrnoException>): Omit<Problem, 'attempt'> {
  if (code === 'EADDRINUSE') {
    return { received: 'the port is in use', advice: `Choose another one with ${PORT}, or 0 for any free port.` }
  }
  if (code === 'EACCES') return { received: 'permission denied', advice: `Choose a port above 1023 with ${PORT}.` }
  if (!NO_ADDRESS.includes(code)) return { received: message }
  const advice = 'Choose one with --host (in code "host"), such as 127.0.0.1 or 0.0.0.0.'
  return { received: 'not an address of this machine', advice }
}
