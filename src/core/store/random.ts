// The random streams that fields are drawn from.

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
  const [high, low] = hashTwice(key)
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

/** Draws an item for the record with a number from a named shuffle bag. */
export type DrawFromBag = <Item>(items: readonly Item[], name: string, index: number) => Item

/**
 * Creates shuffle bags, one for each name. In a round, a bag gives each of its items to one of as many
 * consecutive records. Then it is shuffled again.
 */
export function createShuffleBags(seed: number): DrawFromBag {
  // Most records are built in order, so it is enough to cache the last round.
  const lastRounds = new Map<string, { round: number; shuffled: readonly unknown[] }>()
  return <Item>(items: readonly Item[], name: string, index: number) => {
    const round = Math.floor(index / items.length)
    let last = lastRounds.get(name)
    if (last?.round !== round || last.shuffled.length !== items.length) {
      last = { round, shuffled: shuffle(items, openDraw(seed, name, round, 'bag')) }
      lastRounds.set(name, last)
    }
    return last.shuffled[index % items.length] as Item
  }
}

function shuffle<Item>(items: readonly Item[], draw: Draw): Item[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = draw.integer(0, last)
    ;[shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item]
  }
  return shuffled
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

// Equals `[hashText(text), hashText(text, GOLDEN)]`. Every field of every record is hashed, so one pass matters.
function hashTwice(text: string): [number, number] {
  let high = scramble(0)
  let low = scramble(GOLDEN)
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 0x01000193)
    high ^= high >>> 15
    low = Math.imul(low ^ code, 0x01000193)
    low ^= low >>> 15
  }
  return [scramble(high), scramble(low)]
}

/** Mixes two 32-bit numbers into one. */
export function mixBits(one: number, other: number): number {
  return scramble(one ^ scramble(Math.imul(other, GOLDEN)))
}

function scramble(bits: number): number {
  let mixed = bits | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

function toUuid(words: readonly number[]): string {
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('')
  const variant = '89ab'[Number.parseInt(hex[16] as string, 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
