// Cuts connections in @mswjs/http-middleware.

import type { ServiceResponse, TransportFault } from '../contract/operation/messages.ts'
import { joinBody } from '../http/body.ts'

/**
 * Whether a request arrived at a server through @mswjs/http-middleware, and was not sent by this
 * process or page. Only that library creates requests that omit credentials and have a host.
 */
export function isServed({ credentials, headers, url }: Request): boolean {
  return credentials === 'omit' && (headers.has('host') || new URL(url).hostname === 'undefined')
}

/**
 * Turns a response whose connection is cut into an incomplete response: it announces more bytes than
 * it has, and then the connection closes.
 *
 * @note With @mswjs/http-middleware, a network error or a body that breaks off ends the process.
 * @returns undefined if the response need not be cut
 */
export function toUnfinishedResponse({ status, headers, body, transportFault }: ServiceResponse): Response | undefined {
  const unfinished = transportFault && measureUnfinished(transportFault, body.length)
  if (unfinished === undefined || unfinished.announced <= unfinished.sent) return undefined
  const length = { 'content-length': String(unfinished.announced), connection: 'close' }
  const sent = unfinished.sent === 0 ? null : joinBody(body).slice(0, unfinished.sent)
  return new Response(sent, { status, headers: { ...headers, ...length } })
}

/** Returns how many bytes are announced and how many are sent; undefined if the response never comes. */
function measureUnfinished(fault: TransportFault, length: number): { announced: number; sent: number } | undefined {
  switch (fault.kind) {
    case 'stall':
      return undefined
    case 'reset':
      return { announced: Math.max(length, 1), sent: 0 }
    case 'cut': {
      const sent = Math.min(length, fault.after)
      return { announced: Math.max(length, sent + 1), sent }
    }
    case 'wrong-length':
      return { announced: fault.announced, sent: length }
    default:
      return fault satisfies never
  }
}
