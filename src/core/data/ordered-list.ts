import { findFirst } from './find-first.ts'
import { comparePlaced, type Order, type Placed } from './ordering.ts'

interface Listed {
  readonly id: string
  readonly name: string
}

/** A few hundred consecutive records of an ordered list, and their names as one text. */
interface Block<Item> {
  readonly entries: readonly Placed<Item>[]
  names?: NameText
  foldedNames?: NameText
}

interface NameText {
  text: string
  /** The position of each entry's name in the text. */
  starts: Uint32Array
}

/** A search for a text in names. */
export interface NameSearch {
  match: 'substring' | 'prefix' | 'substringIgnoringCase'
  text: string
}

/**
 * Ordered records. The list is immutable: adding or removing a record creates another list, which
 * shares most of its data.
 */
export interface OrderedList<Item> {
  readonly size: number
  with(entry: Placed<Item>): OrderedList<Item>
  without(entry: Placed<Item>): OrderedList<Item>
  /** Returns at most `limit` records, from a position on. */
  slice(start: number, limit: number): Item[]
  /** All records in order. */
  items(): Iterable<Item>
  /** Yields the records whose name matches, in order. A whole block is searched at once. */
  search(search: NameSearch): Iterable<Item>
}

const BLOCK_SIZE = 512
// In practice, names don't contain it. If one does, the search is only slower, because every find is checked.
const SEPARATOR = '\u0000'

/**
 * Creates an ordered list of sorted records. It consists of blocks, so that a changed list copies only
 * one block, and a search scans one text per block.
 */
export function createOrderedList<Item extends Listed>(
  order: Order<Item>,
  sorted: readonly Placed<Item>[],
): OrderedList<Item> {
  const blocks: Block<Item>[] = []
  for (let start = 0; start < sorted.length; start += BLOCK_SIZE) {
    blocks.push({ entries: sorted.slice(start, start + BLOCK_SIZE) })
  }
  return joinBlocks(order, blocks, sorted.length)
}

function joinBlocks<Item extends Listed>(
  order: Order<Item>,
  blocks: readonly Block<Item>[],
  size: number,
): OrderedList<Item> {
  return {
    size,
    with(entry) {
      const { block, place } = locate(order, blocks, entry)
      const entries = (blocks[block]?.entries ?? []).toSpliced(place, 0, entry)
      const halves =
        entries.length < 2 * BLOCK_SIZE ? [entries] : [entries.slice(0, BLOCK_SIZE), entries.slice(BLOCK_SIZE)]
      const changed = blocks.toSpliced(block, 1, ...halves.map((half) => ({ entries: half })))
      return joinBlocks(order, changed, size + 1)
    },
    without(entry) {
      const { block, place } = locate(order, blocks, entry)
      const entries = blocks[block]?.entries ?? []
      if (entries[place]?.item.id !== entry.item.id) return this
      const rest = entries.toSpliced(place, 1)
      return joinBlocks(order, blocks.toSpliced(block, 1, ...(rest.length === 0 ? [] : [{ entries: rest }])), size - 1)
    },
    slice(start, limit) {
      const found: Item[] = []
      let passed = 0
      for (const { entries } of blocks) {
        const from = Math.max(0, start - passed)
        for (let place = from; place < entries.length && found.length < limit; place += 1) {
          found.push((entries[place] as Placed<Item>).item)
        }
        if (found.length >= limit) return found
        passed += entries.length
      }
      return found
    },
    *items() {
      for (const { entries } of blocks) for (const { item } of entries) yield item
    },
    *search(search) {
      for (const block of blocks) yield* searchBlock(block, search)
    },
  }
}

// Finds the first block whose last entry is not before the given one, and the place in it.
function locate<Item extends Listed>(
  order: Order<Item>,
  blocks: readonly Block<Item>[],
  entry: Placed<Item>,
): { block: number; place: number } {
  const isBefore = (other: Placed<Item> | undefined) => other !== undefined && comparePlaced(order, other, entry) < 0
  const first = findFirst(blocks.length, (index) => !isBefore(blocks[index]?.entries.at(-1)))
  const block = Math.max(0, Math.min(first, blocks.length - 1))
  const entries = blocks[block]?.entries ?? []
  return { block, place: findFirst(entries.length, (index) => !isBefore(entries[index])) }
}

function* searchBlock<Item extends Listed>(block: Block<Item>, { match, text }: NameSearch): Iterable<Item> {
  const isFolded = match === 'substringIgnoringCase'
  if (text.includes(SEPARATOR)) return yield* searchNames(block, { match, text })
  if (isFolded) block.foldedNames ??= joinNames(block, fold)
  else block.names ??= joinNames(block, same)
  const names = (isFolded ? block.foldedNames : block.names) as NameText
  const wanted = isFolded ? fold(text) : text
  const pattern = match === 'prefix' ? SEPARATOR + wanted : wanted
  for (const place of findNames(names, pattern)) {
    const item = block.entries[place]?.item
    if (item !== undefined && isNamed(isFolded ? fold(item.name) : item.name, wanted, match)) yield item
  }
}

// A text that contains the separator could match across two names, so each name is searched separately.
function* searchNames<Item extends Listed>({ entries }: Block<Item>, { match, text }: NameSearch): Iterable<Item> {
  const spell = match === 'substringIgnoringCase' ? fold : same
  for (const { item } of entries) if (isNamed(spell(item.name), spell(text), match)) yield item
}

// Yields the places of the names in which, or directly before which, a pattern is found.
function* findNames({ text, starts }: NameText, pattern: string): Iterable<number> {
  let found = text.indexOf(pattern)
  while (found !== -1) {
    const place = findFirst(starts.length, (index) => (starts[index] as number) > found + pattern.length - 1) - 1
    yield place
    const next = starts[place + 1]
    if (next === undefined) return
    // Continues with the first find that reaches into the next name, so that no name is found twice.
    found = text.indexOf(pattern, Math.max(next - pattern.length + 1, found + 1))
  }
}

function isNamed(name: string, wanted: string, match: NameSearch['match']): boolean {
  return match === 'prefix' ? name.startsWith(wanted) : name.includes(wanted)
}

const fold = (name: string): string => name.toLowerCase()
const same = (name: string): string => name

function joinNames<Item extends Listed>({ entries }: Block<Item>, spell: (name: string) => string): NameText {
  const names = entries.map(({ item }) => spell(item.name))
  const starts = new Uint32Array(names.length)
  let position = 1
  names.forEach((name, place) => {
    starts[place] = position
    position += name.length + 1
  })
  return { text: SEPARATOR + names.join(SEPARATOR) + SEPARATOR, starts }
}
