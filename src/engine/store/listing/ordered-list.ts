// An immutable sorted list with a search for texts; a change creates another one.

import { findFirst } from '../find-first.ts'
import {
  matchesText,
  readField,
  type Spelling,
  type Summary,
  spellings,
  type TextMatch,
  type TextSearch,
} from './filter.ts'
import { comparePlaced, type Order, type Placed } from './ordering.ts'

/** A few hundred consecutive records of an ordered list, and their joined texts for each way in which they were searched. */
interface Block<Item> {
  readonly entries: readonly Placed<Item>[]
  readonly texts: Map<string, JoinedTexts>
}

/** Ordered records. The list is immutable: a change creates another one, which shares most of its data. */
export interface OrderedList<Item> {
  readonly size: number
  with(entry: Placed<Item>): OrderedList<Item>
  without(entry: Placed<Item>): OrderedList<Item>
  /** Adds or removes entries, which are sorted. If there are many, it copies each block once. */
  change(how: 'with' | 'without', entries: readonly Placed<Item>[]): OrderedList<Item>
  /** Returns at most `limit` records, from a position on. */
  slice(start: number, limit: number): Item[]
  items(): Iterable<Item>
  /**
   * Yields the records with a field in which a text is found, or all, in order; and undefined whenever it has looked at
   * a block, or at as much text as a block usually has.
   */
  search(search?: FieldSearch): Iterable<Item | undefined>
  /** Yields the records after an entry, or those before it from there on, and undefined whenever a block ends. */
  from(entry: Placed<Item>, isForward: boolean): Iterable<Item | undefined>
  /** Drops the joined texts, also those of lists that share them. The next search joins them again. */
  forget(): void
}

type FieldSearch = TextSearch & { readonly field: string }

const BLOCK_SIZE = 512
// For so many, it pays to look at all blocks.
const MANY_MOVES = 32

/** Creates an ordered list of blocks, so that a change copies only one, and a search scans one text for each. */
export function createOrderedList<Item extends Summary>(
  order: Order,
  sorted: readonly Placed<Item>[],
  blockSize = BLOCK_SIZE,
): OrderedList<Item> {
  return joinBlocks({ order, blockSize }, cutBlocks(sorted, blockSize), sorted.length)
}

function joinBlocks<Item extends Summary>(
  form: { readonly order: Order; readonly blockSize: number },
  blocks: readonly Block<Item>[],
  size: number,
): OrderedList<Item> {
  const { order, blockSize } = form
  return {
    size,
    with(entry) {
      const { block, place } = locate(order, blocks, entry)
      const entries = (blocks[block]?.entries ?? []).toSpliced(place, 0, entry)
      const halves =
        entries.length < 2 * blockSize ? [entries] : [entries.slice(0, blockSize), entries.slice(blockSize)]
      const changed = blocks.toSpliced(block, 1, ...halves.map(createBlock))
      return joinBlocks(form, changed, size + 1)
    },
    without(entry) {
      const { block, place } = locate(order, blocks, entry)
      const entries = blocks[block]?.entries ?? []
      if (entries[place]?.item.id !== entry.item.id) return this
      const rest = entries.toSpliced(place, 1)
      return joinBlocks(form, blocks.toSpliced(block, 1, ...(rest.length === 0 ? [] : [createBlock(rest)])), size - 1)
    },
    change(how, entries) {
      if (entries.length < MANY_MOVES) return entries.reduce<OrderedList<Item>>((list, each) => list[how](each), this)
      const changed = changeBlocks(form, blocks, how, entries)
      const total = changed.reduce((sum, { entries }) => sum + entries.length, 0)
      return joinBlocks(form, changed, total)
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
      for (const block of blocks) {
        if (search !== undefined) yield* searchBlock(block, search)
        else for (const { item } of block.entries) yield item
        yield undefined
      }
    },
    *from(entry, isForward) {
      const start = locate(order, blocks, entry)
      const step = isForward ? 1 : -1
      const isSame = blocks[start.block]?.entries[start.place]?.item.id === entry.item.id
      let place = isForward && !isSame ? start.place : start.place + step
      for (let block = start.block; blocks[block] !== undefined; block += step) {
        const { entries } = blocks[block] as Block<Item>
        for (; entries[place] !== undefined; place += step) yield (entries[place] as Placed<Item>).item
        place = isForward ? 0 : (blocks[block - 1]?.entries.length ?? 0) - 1
        yield undefined
      }
    },
    forget() {
      for (const { texts } of blocks) texts.clear()
    },
  }
}

interface BlockForm {
  readonly order: Order
  readonly blockSize: number
}

/** Adds or removes entries. Those up to the last entry of a block belong to it, and the rest to the last block. */
function changeBlocks<Item extends Summary>(
  { order, blockSize }: BlockForm,
  blocks: readonly Block<Item>[],
  how: 'with' | 'without',
  changed: readonly Placed<Item>[],
): Block<Item>[] {
  const compare = (one: Placed<Item>, other: Placed<Item>) => comparePlaced(order, one, other)
  // The next ones are at the end.
  const rest = changed.toReversed()
  return (blocks.length === 0 ? [createBlock<Item>([])] : blocks).flatMap((block, index) => {
    const last = index < blocks.length - 1 ? block.entries.at(-1) : undefined
    const own = rest.splice(last === undefined ? 0 : rest.findLastIndex((entry) => compare(entry, last) > 0) + 1)
    if (own.length === 0) return block
    const ids = new Set(own.map(({ item }) => item.id))
    const left = block.entries.filter(({ item }) => !ids.has(item.id))
    const entries = how === 'with' ? [...left, ...own].sort(compare) : left
    return cutBlocks(entries, entries.length < 2 * blockSize ? entries.length : blockSize)
  })
}

function cutBlocks<Item>(entries: readonly Placed<Item>[], size: number): Block<Item>[] {
  const count = Math.ceil(entries.length / Math.max(1, size))
  return Array.from({ length: count }, (_, index) => createBlock(entries.slice(index * size, (index + 1) * size)))
}

function createBlock<Item>(entries: readonly Placed<Item>[]): Block<Item> {
  return { entries, texts: new Map() }
}

// Finds the first block whose last entry is not before the given one, and the place in it.
function locate<Item extends Summary>(
  order: Order,
  blocks: readonly Block<Item>[],
  entry: Placed<Item>,
): { block: number; place: number } {
  const isBefore = (other: Placed<Item> | undefined) => other !== undefined && comparePlaced(order, other, entry) < 0
  const first = findFirst(blocks.length, (index) => !isBefore(blocks[index]?.entries.at(-1)))
  const block = Math.max(0, Math.min(first, blocks.length - 1))
  const entries = blocks[block]?.entries ?? []
  return { block, place: findFirst(entries.length, (index) => !isBefore(entries[index])) }
}

// A longer text is searched by itself, so that joined texts take little beside their records, which are counted.
const MOST_JOINED = 128
// A block seldom has more text.
const LENGTH_PER_STEP = 16 * 1024

// Texts are joined when a block is first searched for some, and kept as long as the block.
function* searchBlock<Item extends Summary>(
  { entries, texts }: Block<Item>,
  search: FieldSearch,
): Iterable<Item | undefined> {
  const { field, match } = search
  const { name, spell } = spellings[match]
  const key = `${name} ${field}`
  const joined = texts.get(key) ?? joinTexts(readTexts(entries, field), spell)
  texts.set(key, joined)
  const searched = spell(search.value)
  for (const place of joined.listCandidates(searched, match)) {
    const item = entries[place]?.item as Item
    const text = readText(item, field)
    if (matchesText(spell(text), searched, match)) yield item
    for (let length = text.length; length > LENGTH_PER_STEP; length -= LENGTH_PER_STEP) yield undefined
  }
}

function readTexts(entries: readonly Placed<Summary>[], field: string): string[] {
  return entries.map(({ item }) => readText(item, field))
}

// The caller checks all conditions of what is found, so null can be an empty text here.
function readText(item: Summary, field: string): string {
  const value = readField(item, field)
  return typeof value === 'string' ? value : ''
}

/** The short texts of consecutive records as one text, so that all of them are searched at once. */
type JoinedTexts = ReturnType<typeof joinTexts>

// In practice, texts don't contain it. If one does, the search is only slower, because every find is checked.
const SEPARATOR = '\u0000'

/** Joins texts for searches that spell them in the same way. */
function joinTexts(originals: readonly string[], spell: Spelling['spell']) {
  const long: number[] = []
  const texts = originals.map((text, place) => {
    if (text.length <= MOST_JOINED) return spell(text)
    long.push(place)
    return ''
  })
  const starts = new Uint32Array(texts.length)
  let position = 1
  texts.forEach((text, place) => {
    starts[place] = position
    position += text.length + 1
  })
  // Concatenation would copy the text again in the first search.
  const joined = ['', ...texts, ''].join(SEPARATOR)
  return {
    /** Yields the places of all texts that can match a text that is spelled alike, in order. */
    listCandidates(searched: string, match: TextMatch): Iterable<number> {
      // A text that contains the separator could match across two texts, so each is searched separately.
      const isPlain = searched !== '' && !searched.includes(SEPARATOR)
      if (!isPlain) return starts.keys()
      const found = findPlaces(joined, starts, toPattern(searched, match))
      return long.length === 0 ? found : [...found, ...long].sort((one, other) => one - other)
    },
  }
}

function toPattern(searched: string, match: TextMatch): string {
  if (match === 'exact') return SEPARATOR + searched + SEPARATOR
  return match === 'prefix' ? SEPARATOR + searched : searched
}

// Yields the places of the texts in which, or directly before which, a pattern is found.
function* findPlaces(joined: string, starts: Uint32Array, pattern: string): Iterable<number> {
  let found = joined.indexOf(pattern)
  while (found !== -1) {
    const end = found + pattern.length - 1
    const place = findFirst(starts.length, (index) => (starts[index] as number) > end) - 1
    yield place
    const next = starts[place + 1]
    if (next === undefined) return
    // Continues with the first find that reaches into the next text, so that no text is found twice.
    found = joined.indexOf(pattern, Math.max(next - pattern.length + 1, found + 1))
  }
}
