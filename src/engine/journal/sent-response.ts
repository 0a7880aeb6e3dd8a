// What a client got of a response, and what a journal keeps of it.

import type { Outcome, ServiceResponse } from '../contract/operation/messages.ts'
import { type Body, buildBody, joinBody } from '../http/body.ts'
import type { SentResponse } from './entry.ts'
import { listHeaders } from './header-list.ts'
import type { KeptBodies, KeptBody } from './kept-bodies.ts'

/** A response before its text is needed. */
export interface KeptResponse {
  readonly headers: ServiceResponse['headers']
  /** Undefined if no body was sent. */
  readonly body: KeptBody | undefined
  readonly bytes: number
  readonly isCut: boolean
}

const MOST_BODY_BYTES = 1024 * 1024

export function keepResponse(response: ServiceResponse, bodies: KeptBodies): KeptResponse {
  const { headers, body } = response
  const bytes = countSentBytes(response)
  const kept = Math.min(bytes, MOST_BODY_BYTES)
  return {
    headers,
    body:
      kept === 0 ? undefined : bodies.take(kept === body.length ? body : buildBody([joinBody(body).slice(0, kept)])),
    bytes,
    isCut: kept < body.length,
  }
}

/** Builds the description of a response. @param status null if there was no response */
export function readSentResponse({ headers, body, bytes, isCut }: KeptResponse, status: number | null): SentResponse {
  const source = body?.source?.body
  const kept = source && joinBody(source)
  return {
    status,
    headers: status === null ? [] : listHeaders(headers),
    body: kept === undefined ? null : decode(kept, { fatal: false }),
    bytes,
    isWhole: !isCut && (body === undefined || kept !== undefined),
    isBinary: kept !== undefined && !isUtf8(kept),
  }
}

function isUtf8(bytes: Body): boolean {
  try {
    decode(bytes, { fatal: true })
    return true
  } catch {
    return false
  }
}

// As a stream, because the body may have been cut within a character.
function decode(bytes: Body, { fatal }: { fatal: boolean }): string {
  return new TextDecoder('utf-8', { fatal, ignoreBOM: true }).decode(bytes, { stream: true })
}

export function readStatus({ response: { status, transportFault } }: Outcome): number | null {
  switch (transportFault?.kind) {
    case 'stall':
    case 'reset':
      return null
    case undefined:
    case 'cut':
    case 'wrong-length':
      return status
  }
}

function countSentBytes({ body, transportFault }: ServiceResponse): number {
  switch (transportFault?.kind) {
    case 'stall':
    case 'reset':
      return 0
    case 'cut':
      return Math.min(body.length, transportFault.after)
    case undefined:
    case 'wrong-length':
      return body.length
  }
}

/** Whether the client still waits for the response, and will until it disconnects. */
export function isNeverSent({ transportFault }: ServiceResponse): boolean {
  switch (transportFault?.kind) {
    case 'stall':
      return true
    case undefined:
    case 'reset':
    case 'cut':
    case 'wrong-length':
      return false
  }
}
