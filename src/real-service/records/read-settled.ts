// Reads what a service answers when nothing goes wrong.

import type { ReadRequest, Reply } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'

const INTERNAL_ERROR = 500

/** Reads a response. An internal error may be an accident, so what gets one is asked once more. */
export async function readSettled(reader: Reader, request: ReadRequest): Promise<Reply> {
  const reply = await reader.read(request)
  return reply.status === INTERNAL_ERROR ? reader.read(request) : reply
}
