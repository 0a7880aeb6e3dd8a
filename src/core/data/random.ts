/**
 * A stream of numbers that one field of one record is drawn from.
 *
 * It depends on what it was opened with and on nothing else, so a further field, a record of
 * another kind or a larger count changes nothing that was drawn before (design rule 6.1).
 */
export interface Draw {
  /** The next number, at least 0 and less than 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  /** Whether something of the given probability happens. */
  chance(probability: number): boolean
  /** One item of a list that has some. */
  pick<Item>(items: readonly Item[]): Item
  /** A random UUID, version 4. */
  uuid(): string
}

const GOLDEN = 0x9e3779b9
const SILVER = 0x85ebca6b

/** Opens the stream of one field of record number `index` of a kind, in the world of a seed. */
export function openDraw(seed: number, kind: string, index: number, field: string): Draw {
  const key = `${seed}/${kind}/${index}/${field}`
  // Two lanes of 32 bits: with one, a hundred thousand records would already share identifiers.
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

/** Draws an item for the record of an index from a named shuffle bag. */
export type DrawFromBag = <Item>(items: readonly Item[], name: string, index: number) => Item

/**
 * Creates shuffle bags, one for each name. A bag is shuffled anew for every round: of as many
 * records in a row as it has items, each gets another one.
 */
export function createShuffleBags(seed: number): DrawFromBag {
  // Most records are built in order, so the round that was used last is the one to keep.
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

/** A 32-bit hash of a text; another start gives another one. */
export function hashText(text: string, start = 0): number {
  let hash = scramble(start)
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    hash ^= hash >>> 15
  }
  return scramble(hash)
}

/** Mixes two numbers of 32 bits into one. */
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
