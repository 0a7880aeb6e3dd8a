import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { Body } from '../../engine/http/body.ts'
import { MEGABYTE } from '../../engine/limits/byte-budget.ts'
import { BodyError } from './body-error.ts'

/** Decompresses a complete body. @param count called with the bytes that it takes meanwhile and afterwards */
export type Inflate = (bytes: Body, count: (bytes: number) => void) => Promise<Body>

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
export function createInflater(): { prepare(encoding: string, most: number): Inflate | undefined } {
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Undefined for a body that is not compressed. @throws BodyError for an unknown encoding */
    prepare(encoding, most) {
      if (encoding === 'identity') return undefined
      const decompress = DECODERS.get(encoding)
      if (decompress === undefined) throw refuseEncoding(encoding)
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

function toBodyError(
  error: unknown,
  { encoding, bytes, most, isDense }: { encoding: string; bytes: Body; most: number; isDense: boolean },
): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  return error.code === 'ERR_BUFFER_TOO_LARGE'
    ? refuseSize(bytes, most, isDense)
    : refuseBytes(encoding, bytes, error.message)
}

function refuseSize({ length }: Body, most: number, isDense: boolean): BodyError {
  const reason = `it has ${length} bytes, and more than ${most} decompressed.`
  const advice = isDense ? `Beyond ${ALWAYS_ALLOWED}, send at least a ${MOST_RATIO}th.` : 'Send at most that many.'
  return new BodyError({ status: 413, detail: 'request entity too large' }, `${reason} ${advice}`)
}

function refuseEncoding(encoding: string): BodyError {
  return new BodyError(
    { status: 415, detail: `unsupported content encoding "${encoding}"` },
    `its Content-Encoding is ${JSON.stringify(encoding)}. Allowed: ${[...DECODERS.keys()].join(', ')}, or none.`,
  )
}

function refuseBytes(encoding: string, bytes: Body, reason: string): BodyError {
  const start =
    bytes.length === 0 ? 'it is empty' : `it begins with ${Buffer.from(bytes.subarray(0, 4)).toString('hex')}`
  return new BodyError(
    { status: 400, detail: reason },
    `its Content-Encoding is ${encoding}, but it is not (${reason}; ${start}). Compress it, or leave the header out.`,
  )
}
