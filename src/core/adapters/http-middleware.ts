import type { ServiceResponse } from '../contract/messages.ts'
import { encodeBody } from '../contract/response-body.ts'

/**
 * Whether a request has come to a server, through @mswjs/http-middleware, and is not on its way
 * out of this process or this page. That library leaves the credentials out of a request that
 * has a host; nobody else does both.
 */
export function isServed({ credentials, headers, url }: Request): boolean {
  return credentials === 'omit' && (headers.has('host') || new URL(url).hostname === 'undefined')
}

/**
 * Turns a response whose connection is cut into a response that lacks its end: it announces more
 * than it has, and then the connection closes.
 *
 * @note @mswjs/http-middleware lets a network error and a body that breaks off end the process.
 * @returns nothing where the response needs no cut
 */
export function toUnfinishedResponse({ status, headers, body, transportFault }: ServiceResponse): Response | undefined {
  if (transportFault === undefined || transportFault.kind === 'stall') return undefined
  const whole = encodeBody(body)
  const isCut = transportFault.kind === 'cut'
  const sent = isCut ? whole.slice(0, transportFault.after ?? 0) : whole
  const announced = isCut ? Math.max(whole.length, sent.length + 1) : transportFault.announced
  if (announced <= sent.length) return undefined
  const unfinished = { ...headers, 'content-length': String(announced), connection: 'close' }
  return new Response(sent.length === 0 ? null : sent, { status, headers: unfinished })
}
