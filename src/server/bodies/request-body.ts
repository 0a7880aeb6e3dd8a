// The bodies of requests, which the parsers of another app may have read already.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { quote } from '../../engine/input/text/quote.ts'
import { BodyError } from './body-error.ts'

/** What parsers leave behind. */
interface Parsed {
  body?: unknown
  /** The bytes that `body` was parsed from. Some frameworks keep them. */
  rawBody?: unknown
}

/** Opens the body of a request. @throws BodyError if a parser has read it, and has not left the same bytes */
export function openBody(request: IncomingMessage & Parsed): Readable {
  // A stream that decodes its bytes has lost those that are no text.
  if (!request.readableDidRead && request.readableEncoding === null) return request
  const bytes = restoreBytes(request)
  if (bytes === undefined) throw refuseParsed(request)
  return Readable.from(bytes)
}

// Parsers decompress and decode. What has the announced length afterwards is what was sent.
function restoreBytes({ body, rawBody = body, headers }: IncomingMessage & Parsed): Buffer | undefined {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers
  if (encoding.toLowerCase() !== 'identity') return undefined
  const isBytes = rawBody instanceof Uint8Array
  const text = typeof rawBody === 'string' ? rawBody : writeJson(rawBody, headers)
  const bytes = isBytes ? Buffer.from(rawBody) : Buffer.from(text ?? '')
  return bytes.length === Number(length) || (isBytes && length === undefined) ? bytes : undefined
}

const JSON_TYPE = /^application\/(?:[^\s;]+\+)?json\b/i
// Numbers that may have been rounded, and bytes that were no text.
const LOSSY = /\d{16}|\ufffd/

/** Returns JSON as most clients write it. If it was sent with spaces or other numbers, it has another length. */
function writeJson(parsed: unknown, { 'content-type': type = '' }: IncomingHttpHeaders): string | undefined {
  const text = JSON_TYPE.test(type) ? JSON.stringify(parsed) : undefined
  return text === undefined || LOSSY.test(text) ? undefined : text
}

function refuseParsed({ headers }: IncomingMessage): BodyError {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const parser = type === '' ? 'another middleware' : `the parser of your app for ${quote(type)}`
  const reason = `${parser} has read it, and its bytes are lost. Mount deploymock before your parsers.`
  return new BodyError({ status: 500, detail: `Failed to read the body: ${reason}` }, reason)
}
