import { type Body, NO_BODY } from '../../engine/http/body.ts'

/** Collects the bytes of a body. */
export type ByteCollector = ReturnType<typeof createByteCollector>

/**
 * Creates an empty collector. It copies the chunks, because a list of many tiny ones takes a lot more than their bytes.
 *
 * @param most how many bytes there are at most
 */
export function createByteCollector(most: number) {
  let bytes = NO_BODY
  let length = 0
  return {
    add(chunk: Uint8Array) {
      const needed = length + chunk.length
      if (needed > bytes.length) {
        const larger = new Uint8Array(length === 0 ? needed : Math.max(needed, Math.min(most, 2 * bytes.length)))
        larger.set(bytes.subarray(0, length))
        bytes = larger
      }
      bytes.set(chunk, length)
      length = needed
    },
    length: () => length,
    /** How many bytes of memory it takes. */
    capacity: () => bytes.length,
    /** Returns all bytes. */
    take: (): Body => (length === bytes.length ? bytes : bytes.slice(0, length)),
  }
}
