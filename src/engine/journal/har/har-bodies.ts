// The bodies in an archive: what is kept of them, and why the rest is missing.

import type { StoredRecord } from '../journal-store.ts'
import type { SentResponse } from '../sent-response.ts'
import type { HarRequest, HarResponse } from './har-types.ts'
import type { Hiding } from './secrets.ts'

type Headers = readonly (readonly [name: string, value: string])[]

/** What tools write for a body of an unknown type. */
const UNKNOWN = 'x-unknown'

/** Reads the body of a request. */
export function readRequestBody(
  { body }: Pick<StoredRecord, 'body'>,
  headers: Headers,
  hiding: Hiding,
): Pick<HarRequest, 'postData' | 'bodySize'> {
  const mimeType = find(headers, 'content-type') ?? UNKNOWN
  if (body.length > 0) {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
    const comment = text.includes('\ufffd') ? { comment: 'The body is not UTF-8.' } : {}
    return { postData: { mimeType, text: hiding.body(text, mimeType), ...comment }, bodySize: body.length }
  }
  const announced = Number(find(headers, 'content-length') ?? 0)
  if (!(announced > 0)) return { bodySize: 0 }
  const comment = 'The request log does not keep this body: it is larger than 64 KiB, a file, or was not received.'
  return { postData: { mimeType, text: '', comment }, bodySize: announced }
}

/** Reads the body of a response. @param kept its bytes, as far as they are kept */
export function readSentBody(
  { headers, body, isWhole, isBinary, bytes }: SentResponse,
  kept: Uint8Array | undefined,
  hiding: Hiding,
): HarResponse['content'] {
  const mimeType = find(headers, 'content-type') ?? UNKNOWN
  const size = { size: bytes, mimeType }
  if (body === null) return bytes === 0 ? size : { ...size, comment: 'The body is no longer kept.' }
  const comment = isWhole ? {} : { comment: 'The body is cut: the connection was, or it is larger than 1 MiB.' }
  if (isBinary && kept !== undefined) return { ...size, text: toBase64(kept), encoding: 'base64', ...comment }
  return { ...size, text: hiding.body(body, mimeType), ...comment }
}

function find(headers: Headers, searched: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === searched)?.[1]
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
