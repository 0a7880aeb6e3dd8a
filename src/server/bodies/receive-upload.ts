import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Upload } from '../../engine/contract/operation/messages.ts'
import { keepReceived } from '../received.ts'
import { createBodyError } from './body-error.ts'
import { type BodyReader, type Deadline, startDeadline } from './body-stream.ts'
import { openBody } from './request-body.ts'

// A file takes no memory, so it may arrive slowly, but it must continue to arrive.
const MOST_QUIET_MILLISECONDS = 60_000
const TOO_LARGE = Symbol('too large')

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
  { reader, most }: { reader: BodyReader; most: number },
): Promise<void> {
  const deadline = startDeadline(MOST_QUIET_MILLISECONDS)
  try {
    keepReceived(request, { upload: await readUpload(request, most, { ...deadline, ...reader }) })
  } catch (error) {
    throw createBodyError(error, deadline)
  } finally {
    // Otherwise, Node reads the rest after the response.
    if (deadline.signal.aborted) response.setHeader('connection', 'close')
    deadline.stop()
  }
}

async function readUpload(
  request: IncomingMessage,
  most: number,
  { signal, restart, readChunks, discardRest }: Deadline & BodyReader,
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
    await readChunks(openBody(request), take, signal)
    return { sha256: hash.digest('hex'), size }
  } catch (error) {
    if (error !== TOO_LARGE) throw error
    await discardRest(request, signal)
    return { sha256: null, size: Math.max(size, announced) }
  }
}
