// The memory that connections take: bodies that are being received, and responses that are not sent yet.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Service } from '../../engine/adapters/gate.ts'
import type { ServiceResponse } from '../../engine/contract/operation/messages.ts'
import { sendResponse } from '../exchange.ts'

/** What is not worth counting. Most bodies and responses are smaller, and are gone at once. */
const UNCOUNTED_BYTES = 64 * 1024

/** Calls a function once when a response has been sent, or when it no longer can be. */
export function onceOver({ socket }: IncomingMessage, response: ServerResponse, act: () => void): void {
  const end = (): void => {
    response.off('close', end)
    socket.off('close', end)
    act()
  }
  response.once('close', end)
  // A response that is queued behind another one has no event for that.
  socket.setMaxListeners(0).once('close', end)
}

const PURPOSE = { attempt: 'send the response', what: 'it takes' }

/** Sends a response, and counts its memory until the client has read it. @throws NoRoomError if there is none */
export function sendCounted(
  request: IncomingMessage,
  response: ServerResponse,
  serviceResponse: ServiceResponse,
  service: Service,
): void {
  const { length } = serviceResponse.body
  if (length > UNCOUNTED_BYTES) onceOver(request, response, service.reserve(length, PURPOSE).release)
  sendResponse(response, serviceResponse)
}
