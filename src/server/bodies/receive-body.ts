// Receives the body of a request, within limits of size, memory and time.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Service } from '../../engine/adapters/gate.ts'
import { type Body, NO_BYTES } from '../../engine/http/body.ts'
import { onceOver } from '../connections/closed.ts'
import { keepReceived } from '../received.ts'
import { BodyError, createBodyError } from './body-error.ts'
import { type BodyReader, startDeadline } from './body-stream.ts'
import { createInflater } from './inflate.ts'
import { openBody } from './request-body.ts'

interface BodyOptions {
  /** Whether a body is decompressed if its `Content-Encoding` says that it is compressed. */
  readonly isInflated: boolean
  /** How many bytes it may have. */
  readonly most: number
}

// Enough for the largest body at 1.4 Mbit/s.
const MOST_MILLISECONDS = 60_000
const PURPOSE = { attempt: 'read the body', what: 'it takes' }
// Most bodies are smaller, and take too little to reject them when the memory is full.
const SMALL_BYTES = 4096

/**
 * Creates a function that receives the body of a request. The memory of a body is counted until the response is sent.
 * The function rejects with a BodyError if a body is too large or too slow, is not what `Content-Encoding` says, was
 * read by somebody else, or finds no memory.
 */
export function createBodyReceiver(service: Service, { readChunks, discardRest }: BodyReader) {
  const { prepare } = createInflater()
  return async (request: IncomingMessage, response: ServerResponse, { isInflated, most }: BodyOptions) => {
    const memory = service.reserve(0, PURPOSE)
    onceOver(request, response, memory.release)
    const count = (bytes: number): void => {
      if (bytes > SMALL_BYTES) memory.add(bytes - memory.bytes(), PURPOSE)
    }
    const deadline = startDeadline(MOST_MILLISECONDS)
    try {
      const encoding = isInflated ? (request.headers['content-encoding'] ?? 'identity').toLowerCase() : 'identity'
      const inflate = prepare(encoding, most)
      const bytes = await readBytes(request, { readChunks, most, signal: deadline.signal, count })
      keepReceived(request, { body: inflate === undefined ? bytes : await inflate(bytes, count) })
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

async function readBytes(
  request: IncomingMessage,
  {
    readChunks,
    most,
    signal,
    count,
  }: { readChunks: BodyReader['readChunks']; most: number; signal: AbortSignal; count(bytes: number): void },
): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? most)
  if (announced > most) throw refuseSize(most)
  let bytes = NO_BYTES
  let length = 0
  // Copies the chunks, because many tiny ones take much more memory than their bytes.
  const take = (chunk: Buffer): void => {
    const needed = length + chunk.length
    if (needed > most) throw refuseSize(most)
    if (needed > bytes.length) {
      const larger = new Uint8Array(length === 0 ? needed : Math.max(needed, Math.min(announced, 2 * bytes.length)))
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    bytes.set(chunk, length)
    length = needed
    count(bytes.length)
  }
  await readChunks(openBody(request), take, signal)
  return length === bytes.length ? bytes : bytes.slice(0, length)
}

function refuseSize(most: number): BodyError {
  const message = `it has more than ${most} bytes. Send at most that many.`
  return new BodyError({ status: 413, detail: 'request entity too large' }, message)
}
