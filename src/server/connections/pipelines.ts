// Requests that a client sends before it has received the responses to earlier ones (HTTP pipelining).

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
// Not the global function, because tests replace it.
import { setImmediate } from 'node:timers'
import type { Service } from '../../engine/adapters/gate.ts'
import { NoRoomError } from '../../engine/input/options/option-error.ts'
import { onceOver } from './closed.ts'

/** Starts a request when the responses before it have been sent; never if its connection closes before that. */
export type WaitForTurn = (request: IncomingMessage, response: ServerResponse, start: () => void) => void

const MOST_IN_FLIGHT = 32
// What a request takes besides its headers, rounded up.
const REQUEST_BYTES = 4096
const PURPOSE = { attempt: 'keep a request', what: 'it takes' }

/** Creates the queues of all connections. One that has too many requests, or no memory for another one, ends. */
export function createPipelines(service: Service): WaitForTurn {
  const waiting = new WeakMap<Socket, number>()
  const add = (socket: Socket, count: number): number => {
    const sum = (waiting.get(socket) ?? 0) + count
    waiting.set(socket, sum)
    return sum
  }
  const takeTurn = createTurns()
  return (request, response, start) => {
    const { socket } = request
    // The rest of what was read before a connection was closed is still parsed.
    if (socket.destroyed) return
    // One more is being answered.
    if (add(socket, 1) >= MOST_IN_FLIGHT || !reserve(service, request, response)) return void socket.destroy()
    response.once('socket', () => takeTurn(begin))
    const begin = (): void => {
      add(socket, -1)
      if (!socket.destroyed) start()
    }
  }
}

/** Starts one request in each turn of the event loop. Others are answered in between, so they never wait for many. */
function createTurns(): (begin: () => void) => void {
  const waiting: (() => void)[] = []
  const next = (): void => {
    const begin = waiting.shift()
    if (waiting.length > 0) setImmediate(next)
    begin?.()
  }
  return (begin) => {
    if (waiting.push(begin) === 1) setImmediate(next)
  }
}

function reserve(service: Service, request: IncomingMessage, response: ServerResponse): boolean {
  const bytes = request.rawHeaders.reduce((sum, { length }) => sum + length, REQUEST_BYTES)
  try {
    onceOver(request, response, service.reserve(bytes, PURPOSE).release)
    return true
  } catch (error) {
    if (error instanceof NoRoomError) return false
    throw error
  }
}
