// Bodies: bytes, and the only place where text is encoded.

/** The bytes of a body. */
export type Body = Uint8Array<ArrayBuffer>

/** The body of a response without one. */
export const NO_BODY: Body = new Uint8Array()

const encoder = new TextEncoder()

/** Returns the bytes of a text. */
export function encodeText(text: string): Body {
  return text === '' ? NO_BODY : encoder.encode(text)
}

const SLAB_BYTES = 64 * 1024
// UTF-8 takes at most three bytes for a unit of UTF-16.
const MOST_BYTES = 3

/** Creates what encodes texts one after another into the same memory: a buffer for each would take as much again. */
export function createTextEncoder(): (text: string) => Body {
  let free: Body = NO_BODY
  return (text) => {
    if (text.length * MOST_BYTES > free.length) {
      if (text.length > SLAB_BYTES / 8) return encodeText(text)
      free = new Uint8Array(SLAB_BYTES)
    }
    const { written } = encoder.encodeInto(text, free)
    const bytes = free.subarray(0, written)
    free = free.subarray(written)
    return bytes
  }
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
