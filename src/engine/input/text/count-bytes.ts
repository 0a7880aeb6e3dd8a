/** Counts the bytes of a text in UTF-8. */
export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length
}
