// Receives the body of a request, within limits of size, memory and time.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Body } from '../../engine/http/body.ts'
import type { Reservation } from '../../engine/limits/byte-budget.ts'
import type { Service } from '../../engine/simulator/gate.ts'
import { onceOver } from '../connections/connection-memory.ts'
import { keepBody } from '../exchange.ts'
import { BodyError, createBodyError } from './body-error.ts'
import { discardRest, readChunks, startDeadline } from './body-stream.ts'
import { createByteCollector } from './byte-collector.ts'
import { createInflater } from './inflate.ts'
import { openBody } from './request-body.ts'
import { MOST_READ } from './request-size.ts'

/** @param isInflated whether a body is decompressed if its `Content-Encoding` says that it is compressed */
export type ReceiveBody = (
  request: IncomingMessage,
  response: ServerResponse,
  options: { readonly isInflated: boolean },
) => Promise<void>

// Enough for the largest body at 1.4 Mbit/s.
const MOST_MILLISECONDS = 60_000
const PURPOSE = { attempt: 'read the body', what: 'it takes' }
const TOO_LARGE = new BodyError(
  { status: 413, detail: 'request entity too large' },
  `it has more than ${MOST_READ.body} bytes. Send at most that many.`,
)

/**
 * Creates a function that receives the body of a request. The memory of a body is counted until the response is sent.
 * The function rejects with a BodyError if a body is too large or too slow, is not what `Content-Encoding` says, was
 * read by somebody else, or finds no memory.
 */
export function createBodyReceiver(service: Service): ReceiveBody {
  const inflate = createInflater()
  return async (request, response, { isInflated }) => {
    const memory = service.reserve(0, PURPOSE)
    onceOver(request, response, memory.release)
    const count = (bytes: number): void => countBytes(memory, bytes)
    const deadline = startDeadline(MOST_MILLISECONDS)
    try {
      const encoding = isInflated ? (request.headers['content-encoding'] ?? 'identity').toLowerCase() : 'identity'
      const read = inflate.prepare(encoding)
      keepBody(request, await read(await readBytes(request, deadline.signal, count), count))
    } catch (error) {
      memory.release()
      await discardRest(request, deadline.signal)
      // Otherwise, Node reads the rest after the response.
      if (deadline.signal.aborted) response.setHeader('connection', 'close')
      throw createBodyError(error, deadline)
    } finally {
      deadline.stop()
    }
  }
}

async function readBytes(request: IncomingMessage, signal: AbortSignal, count: (bytes: number) => void): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? MOST_READ.body)
  if (announced > MOST_READ.body) throw TOO_LARGE
  const bytes = createByteCollector(announced)
  const take = (chunk: Buffer): void => {
    if (bytes.length() + chunk.length > MOST_READ.body) throw TOO_LARGE
    bytes.add(chunk)
    count(bytes.capacity())
  }
  await readChunks(openBody(request), take, signal)
  return bytes.take()
}

// Most bodies are smaller, and take too little to reject them when the memory is full.
const SMALL_BYTES = 4096

function countBytes(memory: Reservation, bytes: number): void {
  if (bytes > SMALL_BYTES) memory.add(bytes - memory.bytes(), PURPOSE)
}
