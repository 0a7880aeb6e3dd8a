// Numbers that only those can predict who have the key.

import { createHmac, randomBytes } from 'node:crypto'

/** The key that decides what replaces each text. */
export type ReplacementKey = Uint8Array

/** Draws a whole number that is at least 0 and less than the given one. */
export type DrawBelow = (below: number) => number

const KEY_BYTES = 32
const NUMBER_BYTES = 6
const NUMBERS_PER_BLOCK = 5

/** Creates a key that nobody knows. */
export function createKey(): ReplacementKey {
  return randomBytes(KEY_BYTES)
}

/** Opens the stream of numbers for a text of some kind. Equal texts have equal streams. */
export function openStream(key: ReplacementKey, kind: string, text: string): DrawBelow {
  let block = Buffer.alloc(0)
  let drawn = 0
  return (below) => {
    const place = drawn % NUMBERS_PER_BLOCK
    if (place === 0) {
      const name = JSON.stringify([kind, text, drawn / NUMBERS_PER_BLOCK])
      block = createHmac('sha256', key).update(name).digest()
    }
    drawn += 1
    return block.readUIntBE(place * NUMBER_BYTES, NUMBER_BYTES) % below
  }
}
