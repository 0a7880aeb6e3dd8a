// Responses that leave out the body: to HEAD, and to a client that already has it.

import { NO_BODY } from '../../http/body.ts'
import type { ServiceRequest, ServiceResponse } from './messages.ts'

/** Turns a response to GET into the response to HEAD: with the length of the body, but without the body. */
export function toHeadResponse({ status, headers, body }: ServiceResponse): ServiceResponse {
  return { status, headers: { ...headers, 'content-length': String(body.length) }, body: NO_BODY }
}

/** Whether a client that reads already has the result, by its entity tag. */
export function isKnownToClient(request: ServiceRequest, { status, headers: { etag } }: ServiceResponse): boolean {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (!isReading || etag === undefined || status !== 200) return false
  const known = request.header('if-none-match')
  return (
    known !== undefined &&
    (known.trim() === '*' || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))
  )
}

/** Turns a result into the response to a client that already has it. */
export function toNotModified({ headers }: ServiceResponse): ServiceResponse {
  const { 'content-type': _type, ...others } = headers
  return { status: 304, headers: others, body: NO_BODY }
}

interface HashedBody {
  readonly parts: readonly Uint8Array[]
}

/** Returns an entity tag: the same for the same bytes. */
export function hashBody({ parts }: HashedBody): string {
  const hashes = [0x811c9dc5, 0x01000193]
  for (const part of parts) {
    for (const byte of part) {
      hashes[0] = Math.imul((hashes[0] as number) ^ byte, 0x01000193)
      hashes[1] = Math.imul((hashes[1] as number) + byte, 0x85ebca6b) ^ ((hashes[1] as number) >>> 13)
    }
  }
  return `"${hashes.map((hash) => (hash >>> 0).toString(16).padStart(8, '0')).join('')}"`
}
