// Bodies: bytes, and the only place where text is encoded.

/** The bytes of a body. */
export type Body = Uint8Array<ArrayBuffer>

/** The body of a response without one. */
export const NO_BODY: Body = new Uint8Array()

/** Returns the bytes of a text. This is the only place where the text of a response is encoded. */
export function encodeText(text: string): Body {
  return text === '' ? NO_BODY : new TextEncoder().encode(text)
}

/** Joins the parts of a body. */
export function joinBodies(parts: readonly Body[]): Body {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Returns the text of a body. Bytes that are not UTF-8 become U+FFFD. */
export function decodeBody(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}
