// Cuts connections in @mswjs/http-middleware.

import type { ServiceResponse } from '../define/messages.ts'

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
  if (transportFault === undefined || transportFault.kind === 'stall') return undefined
  const isCut = transportFault.kind === 'cut'
  const sent = isCut ? body.slice(0, transportFault.after ?? 0) : body
  const announced = isCut ? Math.max(body.length, sent.length + 1) : transportFault.announced
  if (announced <= sent.length) return undefined
  const unfinished = { ...headers, 'content-length': String(announced), connection: 'close' }
  return new Response(sent.length === 0 ? null : sent, { status, headers: unfinished })
}
