// Reads uploaded files without keeping them.

import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Upload } from '../core/contract/messages.ts'
import { MOST_UPLOADED_BYTES } from '../core/contract/operations/deployments/upload-source.ts'

const UPLOAD = Symbol('upload')

/**
 * Reads a file that a request uploads, chunk by chunk, and keeps only its digest and its size. It
 * stops where the file is too large.
 */
export async function receiveUpload(request: IncomingMessage): Promise<void> {
  const upload = await readUpload(request)
  Object.assign(request, { [UPLOAD]: upload })
}

/** Returns what was uploaded with a request, if `receiveUpload` has read it. */
export function findUpload(request: IncomingMessage): Upload | undefined {
  return (request as { [UPLOAD]?: Upload })[UPLOAD]
}

async function readUpload(request: IncomingMessage): Promise<Upload> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > MOST_UPLOADED_BYTES) return { sha256: null, size: announced }
  const hash = createHash('sha256')
  let size = 0
  // The connection is still needed for the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_UPLOADED_BYTES) return { sha256: null, size }
    hash.update(chunk)
  }
  return { sha256: hash.digest('hex'), size }
}
