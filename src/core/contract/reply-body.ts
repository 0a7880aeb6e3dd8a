import type { Reply } from './call.ts'

/** What is sent where the client has left. */
export const NO_REPLY: Reply = { status: 499, headers: {}, body: '', transportFault: { kind: 'cut', after: null } }

/** The bytes of a body. */
export function encodeBody(body: Reply['body']): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}

/** The text of a body. */
export function decodeBody(body: Reply['body']): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

/** What HEAD gets in place of a reply to GET: the length of the body, and no body. */
export function toHeadReply({ status, headers, body }: Reply): Reply {
  return { status, headers: { ...headers, 'content-length': String(encodeBody(body).length) }, body: '' }
}
