import type { IncomingMessage } from 'node:http'
import type { Arrival } from '../../engine/contract/operation/messages.ts'
import { BodyError } from './body-error.ts'

const ARRIVAL = Symbol('arrival')

/** Receives a body. Notes the arrival of the request if the body does not come with the head, or is rejected. */
export async function receiveNoted(
  request: IncomingMessage,
  receive: () => Promise<void>,
  note: () => Arrival | undefined,
): Promise<void> {
  const noteOnce = (): void => {
    if (request.socket.destroyed || findArrival(request) !== undefined) return
    const arrival = note()
    if (arrival !== undefined) Object.assign(request, { [ARRIVAL]: arrival })
  }
  // What came with the head is parsed by then.
  const timer = setImmediate(() => {
    if (!request.complete) noteOnce()
  })
  try {
    await receive()
  } catch (error) {
    if (error instanceof BodyError) noteOnce()
    throw error
  } finally {
    clearImmediate(timer)
  }
}

export function findArrival(request: IncomingMessage): Arrival | undefined {
  return (request as { [ARRIVAL]?: Arrival })[ARRIVAL]
}
