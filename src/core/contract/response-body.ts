import type { ServiceResponse } from './messages.ts'

/** What is sent where the client has left. */
export const NO_RESPONSE: ServiceResponse = {
  status: 499,
  headers: {},
  body: '',
  transportFault: { kind: 'cut', after: null },
}

/** The bytes of a body. */
export function encodeBody(body: ServiceResponse['body']): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}

/** The text of a body. */
export function decodeBody(body: ServiceResponse['body']): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

/** What HEAD gets in place of a response to GET: the length of the body, and no body. */
export function toHeadResponse({ status, headers, body }: ServiceResponse): ServiceResponse {
  return { status, headers: { ...headers, 'content-length': String(encodeBody(body).length) }, body: '' }
}
