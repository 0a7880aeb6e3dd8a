// Requests that a client sends before it has received the responses to earlier ones (HTTP pipelining).

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { NoRoomError } from '../../engine/input/options/option-error.ts'
import { MEGABYTE } from '../../engine/limits/byte-budget.ts'
import type { Service } from '../../engine/simulator/gate.ts'
import { UNCOUNTED_BYTES } from './connection-memory.ts'
import { isPausedByNode } from './portions.ts'
import { createTurns, type TakeTurn } from './turns.ts'

/** Starts a request when it is its turn; never if its connection closes before that. */
export type WaitForTurn = (request: IncomingMessage, response: ServerResponse, start: () => void) => void

/** The requests of one connection that wait behind others. */
interface Line {
  /** What it takes: the requests that wait, and the responses that the client has not read. */
  bytes(): number
  add(response: ServerResponse, start: () => void): void
  close(): void
}

/** What a line needs of the others. */
interface Lines {
  reserve: Service['reserve']
  /** Calls a function when it is the turn of a line. */
  takeTurn: TakeTurn
  closeLargest(): void
}

// A client that does not read must not make the server hold much more than this for it.
const MOST_UNSENT = MEGABYTE
// While more requests wait, nothing is read from their connection.
const READ = { until: 100, again: 50 } as const
// Node parses all requests in the 64 KiB that it reads at once, at most 3,600. So only a client that evades the pause gets here.
const MOST_WAITING = 4000
// What a waiting request takes, rounded up.
const REQUEST_BYTES = 4096
const PURPOSE = { attempt: 'keep a request', what: 'it takes' }

/**
 * Creates the lines of all connections. The requests of a connection are started in their order, and only as
 * long as the client reads the responses. Each turn of the event loop starts one, of another connection each
 * time. So a client that waits for its responses never waits behind more than one request of a pipeline.
 */
export function createPipelines({ reserve }: Pick<Service, 'reserve'>): WaitForTurn {
  const lines = new Map<Socket, Line>()
  const takeTurn = createTurns()
  const closeLargest = (): void => {
    const sizes = Array.from(lines.values(), (line) => ({ line, bytes: line.bytes() }))
    const [first] = sizes
    if (first === undefined) return
    sizes.reduce((largest, each) => (each.bytes > largest.bytes ? each : largest), first).line.close()
  }
  const open = (socket: Socket): Line => {
    const line = createLine(socket, { reserve, takeTurn, closeLargest })
    lines.set(socket, line)
    socket.once('close', () => {
      lines.delete(socket)
      line.close()
    })
    return line
  }
  return ({ socket }, response, start) => {
    // The rest of what was read before a connection was closed is still parsed.
    if (!socket.destroyed) (lines.get(socket) ?? open(socket)).add(response, start)
  }
}

function createLine(socket: Socket, { reserve, takeTurn, closeLargest }: Lines): Line {
  const waiting: { response: ServerResponse; start: () => void }[] = []
  const started = new Set<ServerResponse>()
  const memory = reserve(0, PURPOSE)
  const reading = createPause(socket)
  let hasTurn = false

  const proceed = (): void => {
    while (!count()) closeLargest()
    const [next] = waiting
    if (hasTurn || next === undefined) return
    // The request whose response the client gets next is started in any case.
    if (next.response.socket === null && sumUnsent(socket, started, UNCOUNTED_BYTES) >= MOST_UNSENT) return
    hasTurn = true
    takeTurn(startNext)
  }
  const startNext = (): void => {
    hasTurn = false
    const next = waiting.shift()
    if (next === undefined) return
    const { response, start } = next
    if (waiting.length < READ.again) reading.resume()
    started.add(response)
    response.once('close', () => {
      started.delete(response)
      proceed()
    })
    start()
    proceed()
  }
  const bytes = (): number => waiting.length * REQUEST_BYTES + sumUnsent(socket, started, 0)
  const count = (): boolean => {
    try {
      memory.resize(Math.max(0, bytes() - UNCOUNTED_BYTES), PURPOSE)
      return true
    } catch (error) {
      if (error instanceof NoRoomError) return false
      throw error
    }
  }
  const close = (): void => {
    waiting.length = 0
    started.clear()
    memory.release()
    socket.destroy()
  }

  return {
    bytes,
    close,
    add(response, start) {
      waiting.push({ response, start })
      // Only then have the responses before it been sent.
      response.on('socket', proceed)
      if (waiting.length > MOST_WAITING) return close()
      if (waiting.length > READ.until) reading.pause()
      proceed()
    },
  }
}

/** @param least how much a response counts at least, because it may not be written yet */
function sumUnsent(socket: Socket, started: ReadonlySet<ServerResponse>, least: number): number {
  let bytes = socket.writableLength
  // The bytes of the response that is being sent are in the socket.
  for (const response of started) bytes += Math.max(least, response.socket === null ? response.writableLength : 0)
  return bytes
}

/** Creates a way to stop reading from a connection. */
function createPause(socket: Socket): { pause(): void; resume(): void } {
  let isPaused = false
  // Node reads again whenever it has sent a response, and whenever a body is read.
  socket.on('resume', () => {
    if (isPaused) socket.pause()
  })
  return {
    pause() {
      isPaused = true
      socket.pause()
    },
    resume() {
      if (!isPaused) return
      isPaused = false
      if (!isPausedByNode(socket)) socket.resume()
    },
  }
}
