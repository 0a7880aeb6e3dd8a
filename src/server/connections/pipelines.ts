// Requests that a client sends before it has received the responses to earlier ones (HTTP pipelining).

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
// Not the global function, because tests replace it.
import { setImmediate } from 'node:timers'
import type { Service } from '../../engine/adapters/gate.ts'

/** Starts a request when the responses before it have been sent; never if its connection closes before that. */
export type WaitForTurn = (request: IncomingMessage, response: ServerResponse, start: () => void) => void

const MOST_IN_FLIGHT = 32

/** Creates the queues of all connections. One that has too many requests ends, or more than one if there is no memory. */
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
    const count = add(socket, 1)
    // One more is being answered. A client may have read all of that response before the server knows.
    if (count >= MOST_IN_FLIGHT || (count > 1 && !service.hasRoom())) return void socket.destroy()
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
