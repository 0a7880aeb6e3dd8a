// The memory that connections take: bodies that are being received, and responses that are not sent yet.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Service } from '../../engine/adapters/gate.ts'
import type { ServiceResponse } from '../../engine/contract/operation/messages.ts'
import { sendResponse } from '../exchange.ts'
import { onceOver } from './closed.ts'

/** What is not worth counting. Most bodies and responses are smaller, and are gone at once. */
const UNCOUNTED_BYTES = 64 * 1024

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
