// Bodies: bytes, and the only place where text is encoded.

/** The bytes of a body. */
export type Body = Uint8Array<ArrayBuffer>

/** The body of a response without one. */
export const NO_BODY: Body = new Uint8Array()

/** Returns the bytes of a text. This is the only place where the text of a response is encoded. */
export function encodeText(text: string): Body {
  return text === '' ? NO_BODY : new TextEncoder().encode(text)
}

/** Returns the text of a body. Bytes that are not UTF-8 become U+FFFD. */
export function decodeBody(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}
