// Receives the body of a request, within limits of size, memory and time, and decompresses it.

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { Gate } from '../../engine/adapters/gate.ts'
import type { Upload } from '../../engine/contract/operation/messages.ts'
import { type Body, NO_BYTES } from '../../engine/http/body.ts'
import { MEGABYTE, type Reservation } from '../../engine/limits/byte-budget.ts'
import { onceOver } from '../connections/closed.ts'
import { keepReceived } from '../received.ts'
import {
  BodyError,
  buildBodyError,
  type Deadline,
  discardRest,
  openBody,
  type Pace,
  type Reading,
  readChunks,
  startDeadline,
} from './body-stream.ts'

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
export function createBodyReceiver(gate: Gate, pace: Pace) {
  const { prepare } = createInflater()
  return async (request: IncomingMessage, response: ServerResponse, { isInflated, most }: BodyOptions) => {
    let memory: Reservation | undefined
    const count = (bytes: number): void => {
      if (bytes <= SMALL_BYTES) return
      if (memory === undefined) {
        memory = gate.reserve(bytes, PURPOSE)
        keepReceived(request, { memory })
        onceOver(request, response, memory.release)
      } else memory.add(bytes - memory.bytes(), PURPOSE)
    }
    const deadline = startDeadline(MOST_MILLISECONDS)
    const reading = { pace, signal: deadline.signal }
    try {
      const encoding = isInflated ? (request.headers['content-encoding'] ?? 'identity').toLowerCase() : 'identity'
      const inflate = prepare(encoding, most)
      const bytes = await readBytes(request, { ...reading, most, count })
      keepReceived(request, { body: inflate === undefined ? bytes : await inflate(bytes, count) })
    } catch (error) {
      memory?.release()
      await discardRest(request, reading)
      // Otherwise, Node reads the rest after the response.
      if (deadline.signal.aborted) response.setHeader('connection', 'close')
      throw buildBodyError(error, deadline)
    } finally {
      deadline.stop()
    }
  }
}

interface ChunkReading extends Reading {
  readonly most: number
  count(bytes: number): void
}

async function readBytes(request: IncomingMessage, { most, count, ...reading }: ChunkReading): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? most)
  if (announced > most) throw buildSizeError(most)
  let bytes = NO_BYTES
  let length = 0
  // Copies the chunks, because many tiny ones take much more memory than their bytes.
  const take = (chunk: Buffer): void => {
    const needed = length + chunk.length
    if (needed > most) throw buildSizeError(most)
    if (needed > bytes.length) {
      const larger = new Uint8Array(Math.max(needed, Math.min(announced, 2 * needed)))
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    bytes.set(chunk, length)
    length = needed
    count(bytes.length)
  }
  await readChunks(openBody(request), take, reading)
  return length === bytes.length ? bytes : bytes.slice(0, length)
}

function buildSizeError(most: number): BodyError {
  const message = `it has more than ${most} bytes. Send at most that many.`
  return new BodyError({ status: 413, detail: 'request entity too large' }, message)
}

// A file takes no memory, so it may arrive slowly, but it must continue to arrive.
const MOST_QUIET_MILLISECONDS = 60_000
const TOO_LARGE = Symbol('too large')

interface UploadLimits {
  readonly pace: Pace
  readonly most: number
}

/**
 * Reads a file that a request uploads, chunk by chunk, and keeps only its digest and its size. Where it is too
 * large, the rest is discarded.
 *
 * @param most how many bytes it may have
 * @throws BodyError if it breaks off or is too slow
 */
export async function receiveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  { pace, most }: UploadLimits,
): Promise<void> {
  const deadline = startDeadline(MOST_QUIET_MILLISECONDS)
  try {
    keepReceived(request, { upload: await readUpload(request, most, { ...deadline, pace }) })
  } catch (error) {
    throw buildBodyError(error, deadline)
  } finally {
    // Otherwise, Node reads the rest after the response.
    if (deadline.signal.aborted) response.setHeader('connection', 'close')
    deadline.stop()
  }
}

async function readUpload(
  request: IncomingMessage,
  most: number,
  { restart, ...reading }: Deadline & Reading,
): Promise<Upload> {
  const announced = Number(request.headers['content-length'] ?? 0)
  const hash = createHash('sha256')
  let size = 0
  const take = (chunk: Buffer): void => {
    restart()
    size += chunk.length
    if (size > most) throw TOO_LARGE
    hash.update(chunk)
  }
  try {
    if (announced > most) throw TOO_LARGE
    await readChunks(openBody(request), take, reading)
    return { sha256: hash.digest('hex'), size }
  } catch (error) {
    if (error !== TOO_LARGE) throw error
    await discardRest(request, reading)
    return { sha256: null, size: Math.max(size, announced) }
  }
}

/** Decompresses a complete body. @param count called with the bytes that it takes meanwhile and afterwards */
type Inflate = (bytes: Body, count: (bytes: number) => void) => Promise<Body>

// JSON rarely compresses better, unless it repeats one record again and again.
const MOST_RATIO = 100
const ALWAYS_ALLOWED = MEGABYTE
const CHUNK_BYTES = 64 * 1024

type Decompress = (bytes: Uint8Array, options: zlib.ZlibOptions) => Promise<Buffer>

const DECODERS: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['gzip', promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip)],
  ['deflate', promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflate)],
  ['br', promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.brotliDecompress)],
  // Not every supported version of Node has it.
  ...('zstdDecompress' in zlib ? [['zstd', promisify(zlib.zstdDecompress as typeof zlib.gunzip) as Decompress]] : []),
] as [string, Decompress][])

/** Creates a decompressor. It takes complete bodies, one at a time, so that many do not take more memory than one. */
function createInflater(): { prepare(encoding: string, most: number): Inflate | undefined } {
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Undefined for a body that is not compressed. @throws BodyError for an unknown encoding */
    prepare(encoding, most) {
      if (encoding === 'identity') return undefined
      const decompress = DECODERS.get(encoding)
      if (decompress === undefined) throw buildEncodingError(encoding)
      return (bytes, count) => {
        const result = last.then(() => inflate(bytes, { encoding, decompress, most, count }))
        last = result.catch(() => undefined)
        return result
      }
    },
  }
}

interface Inflating {
  readonly encoding: string
  readonly decompress: Decompress
  /** How many bytes it may have decompressed. */
  readonly most: number
  count(bytes: number): void
}

async function inflate(bytes: Body, { encoding, decompress, count, ...limit }: Inflating): Promise<Body> {
  const dense = Math.max(ALWAYS_ALLOWED, MOST_RATIO * bytes.length)
  const most = Math.min(limit.most, dense)
  count(bytes.length + most)
  try {
    const inflated = await decompress(bytes, { chunkSize: CHUNK_BYTES, maxOutputLength: most })
    count(inflated.length)
    return new Uint8Array(inflated)
  } catch (error) {
    throw toBodyError(error, { encoding, bytes, most, isDense: most < limit.most })
  }
}

interface FailedBody {
  readonly encoding: string
  readonly bytes: Body
  readonly most: number
  readonly isDense: boolean
}

function toBodyError(error: unknown, { encoding, bytes, most, isDense }: FailedBody): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  return error.code === 'ERR_BUFFER_TOO_LARGE'
    ? buildInflatedError(bytes, most, isDense)
    : buildUnreadableError(encoding, bytes, error.message)
}

function buildInflatedError({ length }: Body, most: number, isDense: boolean): BodyError {
  const reason = `it has ${length} bytes, and more than ${most} decompressed.`
  const advice = isDense ? `Beyond ${ALWAYS_ALLOWED}, send at least a ${MOST_RATIO}th.` : 'Send at most that many.'
  return new BodyError({ status: 413, detail: 'request entity too large' }, `${reason} ${advice}`)
}

function buildEncodingError(encoding: string): BodyError {
  return new BodyError(
    { status: 415, detail: `unsupported content encoding "${encoding}"` },
    `its Content-Encoding is ${JSON.stringify(encoding)}. Allowed: ${[...DECODERS.keys()].join(', ')}, or none.`,
  )
}

function buildUnreadableError(encoding: string, bytes: Body, reason: string): BodyError {
  const start =
    bytes.length === 0 ? 'it is empty' : `it begins with ${Buffer.from(bytes.subarray(0, 4)).toString('hex')}`
  return new BodyError(
    { status: 400, detail: reason },
    `its Content-Encoding is ${encoding}, but it is not (${reason}; ${start}). Compress it, or leave the header out.`,
  )
}
