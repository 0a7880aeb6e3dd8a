// Responses that clients may keep, and ask whether they have changed.

import type { ServiceRequest, ServiceResponse } from '../../define/operation/messages.ts'
import { encodeText, NO_BODY } from '../../http/body.ts'
import { hashText } from '../../store/random.ts'

/** Builds the response with a text: 304 without a body if the client has the same text. */
export function buildCacheable(
  text: string,
  type: string,
  { header }: Pick<ServiceRequest, 'header'>,
): ServiceResponse {
  const etag = `"${toHex(hashText(text))}${toHex(hashText(text, text.length))}"`
  const headers = { 'cache-control': 'private, no-cache', etag }
  const known = (header('if-none-match') ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return { status: 304, headers, body: NO_BODY }
  return { status: 200, headers: { ...headers, 'content-type': type }, body: encodeText(text) }
}

function toHex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0')
}
