// Receives the body of a request, within limits of size, memory and time.

import type { IncomingMessage, ServerResponse } from 'node:http'
import * as zlib from 'node:zlib'
import { MEGABYTE, type Reservation } from '../core/byte-budget.ts'
import { MOST_READ } from '../core/contract/request-size.ts'
import type { Service } from '../core/gate.ts'
import { type Body, NO_BODY } from '../core/http/body.ts'
import { BodyError, createBodyError } from './body-error.ts'
import { discardRest, readChunks, startDeadline } from './body-stream.ts'
import { createByteCollector } from './byte-collector.ts'
import { onceOver, UNCOUNTED_BYTES } from './connection-memory.ts'

/** How a body is received. */
export interface BodyOptions {
  /** Whether it is decompressed if `Content-Encoding` says that it is compressed. */
  readonly isInflated: boolean
  readonly reserve: Service['reserve']
}

// Enough for the largest body at 1.4 Mbit/s.
const MOST_MILLISECONDS = 60_000
// JSON rarely compresses better, unless it repeats one record again and again.
const MOST_RATIO = 100
const ALWAYS_INFLATED = MEGABYTE
const INFLATED_CHUNK = 32 * 1024
const ASKED = { failed: 'Failed to read the body', what: 'it takes' }

/** Whether a request has a body that nobody has read yet. */
export function hasUnreadBody({ headers, readableEnded }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return (length !== undefined || encoding !== undefined) && !readableEnded
}

/**
 * Receives the body of a request. Its memory is counted until the response is sent.
 *
 * @throws BodyError if it is too large, not what `Content-Encoding` says, or too slow, and if there is no memory
 */
export async function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  { isInflated, reserve }: BodyOptions,
): Promise<Body> {
  const memory = reserve(0, ASKED)
  onceOver(request, response, memory.release)
  const deadline = startDeadline(MOST_MILLISECONDS)
  const encoding = isInflated ? (request.headers['content-encoding'] ?? 'identity').toLowerCase() : 'identity'
  try {
    return encoding === 'identity'
      ? await readPlain(request, memory, deadline.signal)
      : await inflate(request, encoding, memory, deadline.signal)
  } catch (error) {
    memory.release()
    request.unpipe()
    await discardRest(request, deadline.signal)
    // It is unknown when the rest comes.
    if (!request.complete) response.setHeader('connection', 'close')
    throw createBodyError(error, deadline)
  } finally {
    deadline.stop()
  }
}

async function readPlain(request: IncomingMessage, memory: Reservation, signal: AbortSignal): Promise<Body> {
  if (Number(request.headers['content-length']) > MOST_READ.body) throw TOO_LARGE
  const bytes = createByteCollector()
  const take = (chunk: Buffer): void => {
    if (bytes.length() + chunk.length > MOST_READ.body) throw TOO_LARGE
    bytes.add(chunk)
    count(memory, bytes.capacity())
  }
  await readChunks(request, take, signal)
  return bytes.take()
}

async function inflate(
  request: IncomingMessage,
  encoding: string,
  memory: Reservation,
  signal: AbortSignal,
): Promise<Body> {
  const create = DECODERS[encoding]
  if (create === undefined) throw refuseEncoding(encoding)
  const decoder = create({ chunkSize: INFLATED_CHUNK })
  const bytes = createByteCollector()
  const first = watchFirstBytes(request)
  // The window of Brotli grows with what it has decompressed.
  const share = encoding === 'br' ? 2 : 1
  const take = (chunk: Buffer): void => {
    const length = bytes.length() + chunk.length
    if (length > MOST_READ.body) throw TOO_LARGE
    if (length > Math.max(ALWAYS_INFLATED, decoder.bytesWritten * MOST_RATIO)) throw TOO_DENSE
    bytes.add(chunk)
    count(memory, UNCOUNTED_BYTES + bytes.capacity() * share)
  }
  try {
    request.on('error', (error) => decoder.destroy(error)).pipe(decoder)
    await readChunks(decoder, take, signal)
    // What follows the compressed bytes is ignored.
    request.unpipe(decoder).resume()
    return bytes.take()
  } catch (error) {
    throw isZlibError(error) ? refuseBytes(encoding, first.read(), error.message) : error
  } finally {
    decoder.destroy()
  }
}

const DECODERS: Readonly<Record<string, (options: zlib.ZlibOptions) => zlib.Gunzip>> = {
  gzip: zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
  // Not in every supported version of Node.
  ...('createZstdDecompress' in zlib ? { zstd: zlib.createZstdDecompress as typeof zlib.createGunzip } : {}),
}

// Most bodies are smaller, and take too little to reject them when the memory is full.
function count(memory: Reservation, bytes: number): void {
  if (bytes > UNCOUNTED_BYTES) memory.resize(bytes, ASKED)
}

function watchFirstBytes(request: IncomingMessage): { read(): Uint8Array } {
  let first: Uint8Array = NO_BODY
  request.once('data', (chunk: Buffer) => {
    first = chunk.subarray(0, 4)
  })
  return { read: () => first }
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && 'errno' in error && 'code' in error && /^(?:Z_|ERR_|ZSTD)/.test(String(error.code))
}

const TOO_LARGE = new BodyError(
  { status: 413, detail: 'request entity too large' },
  `it has more than ${MOST_READ.body} bytes. Send at most that many, decompressed.`,
)
const TOO_DENSE = new BodyError(
  { status: 413, detail: 'request entity too large' },
  `it decompresses to more than ${MOST_RATIO} times its size. Beyond ${ALWAYS_INFLATED} bytes, send it less compressed, or uncompressed.`,
)

function refuseEncoding(encoding: string): BodyError {
  const failure = { status: 415, detail: `unsupported content encoding "${encoding}"` }
  const allowed = Object.keys(DECODERS).join(', ')
  return new BodyError(failure, `its Content-Encoding is ${JSON.stringify(encoding)}. Allowed: ${allowed}, or none.`)
}

function refuseBytes(encoding: string, first: Uint8Array, reason: string): BodyError {
  const start = first.length === 0 ? 'it is empty' : `it begins with the bytes ${Buffer.from(first).toString('hex')}`
  return new BodyError(
    { status: 400, detail: reason },
    `its Content-Encoding is ${encoding}, but it is not (${reason}; ${start}). Compress it, or leave the header out.`,
  )
}
