const ASCII = /^[\0-\x7f]*$/

/** Counts the bytes of a text in UTF-8. */
export function countBytes(text: string): number {
  return ASCII.test(text) ? text.length : new TextEncoder().encode(text).length
}
