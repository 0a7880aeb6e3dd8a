/**
 * A stream of random numbers for one field of one record.
 *
 * It depends only on the arguments of `openDraw`. So an additional field, more records, or records of
 * another kind never change what was drawn before.
 */
export interface Draw {
  /** The next number, at least 0 and less than 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  /** Returns true with the given probability. */
  chance(probability: number): boolean
  /** One item of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item
  /** A random UUID, version 4. */
  uuid(): string
}

const GOLDEN = 0x9e3779b9
const SILVER = 0x85ebca6b

/** Opens the stream for one field of the record with a number, in a world with a seed. */
export function openDraw(seed: number, kind: string, index: number, field: string): Draw {
  const key = `${seed}/${kind}/${index}/${field}`
  // Two halves of 32 bits. With only one, some of 100,000 records would probably share an id.
  const high = hashText(key)
  const low = hashText(key, GOLDEN)
  let counter = 0

  const nextBits = (): number => {
    counter += 1
    return scramble((high + Math.imul(counter, GOLDEN)) ^ scramble((low + Math.imul(counter, SILVER)) | 0))
  }
  const next = (): number => nextBits() / 0x1_0000_0000
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))

  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number],
    uuid: () => toUuid([nextBits(), nextBits(), nextBits(), nextBits()]),
  }
}

/** Hashes a text to 32 bits. Another `start` gives another hash. */
export function hashText(text: string, start = 0): number {
  let hash = scramble(start)
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    hash ^= hash >>> 15
  }
  return scramble(hash)
}

export function mixBits(one: number, other: number): number {
  return scramble(one ^ scramble(Math.imul(other, GOLDEN)))
}

function scramble(bits: number): number {
  let mixed = bits | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

function toUuid([a, b, c, d]: readonly [number, number, number, number]): string {
  // The four bits of the version, and the two of the variant.
  const versioned = toHex(((b & 0xffff_0fff) | 0x4000) >>> 0)
  const varied = toHex(((c & 0x3fff_ffff) | 0x8000_0000) >>> 0)
  return `${toHex(a)}-${versioned.slice(0, 4)}-${versioned.slice(4)}-${varied.slice(0, 4)}-${varied.slice(4)}${toHex(d)}`
}

// The texts of all bytes. `toString(16)` takes five times as long for large numbers.
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function toHex(word: number): string {
  return `${HEX[word >>> 24]}${HEX[(word >>> 16) & 0xff]}${HEX[(word >>> 8) & 0xff]}${HEX[word & 0xff]}`
}
