import type { ServiceResponse } from './messages.ts'

/** The response to a client that has disconnected. */
export const NO_RESPONSE: ServiceResponse = {
  status: 499,
  headers: {},
  body: '',
  transportFault: { kind: 'cut', after: null },
}

/** Returns the bytes of a body. */
export function encodeBody(body: ServiceResponse['body']): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}

/** Returns the text of a body. */
export function decodeBody(body: ServiceResponse['body']): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

/** Turns a response to GET into the response to HEAD: with the length of the body, but without the body. */
export function toHeadResponse({ status, headers, body }: ServiceResponse): ServiceResponse {
  return { status, headers: { ...headers, 'content-length': String(encodeBody(body).length) }, body: '' }
}
