// The entries of all caches, which are evicted when memory is short.

import { createRecencyList, type Linked } from './recency-list.ts'

/** An entry of a cache. Only the list may change it. */
export interface KeptEntry<Kind, Item = unknown> extends Linked<KeptEntry<Kind>> {
  readonly kind: Kind
  readonly item: Item
  bytes: number
  isKept: boolean
  /** Called when the entry is evicted. It must not add another one. */
  readonly evict: (item: unknown) => void
}

/** The entries of all caches, from the least to the most recently used. All methods take constant time per entry. */
export interface KeptEntries<Kind> {
  /** How many bytes all entries together have. */
  bytes(): number
  /** How many entries were evicted. */
  evictions(): number
  /** Adds an entry, as the most recently used one. */
  add<Item>(entry: NewEntry<Kind, Item>, bytes: number): KeptEntry<Kind, Item>
  /** Marks an entry as used, so that it is evicted after all others. */
  touch(entry: KeptEntry<Kind>): void
  resize(entry: KeptEntry<Kind>, bytes: number): void
  /** Removes an entry that its owner has dropped. */
  remove(entry: KeptEntry<Kind>): void
  evict(entry: KeptEntry<Kind>): void
  /** Evicts the least recently used entries until that is enough, or until none is left. */
  evictUntil(isEnough: () => boolean): void
}

interface NewEntry<Kind, Item> {
  kind: Kind
  item: Item
  evict(item: Item): void
}

/** @param onCount called with the bytes by which the entries of a kind grow or shrink */
export function createKeptEntries<Kind>(onCount: (kind: Kind, bytes: number) => void): KeptEntries<Kind> {
  const list = createRecencyList<KeptEntry<Kind>>()
  const count = createByteCount(onCount)
  let evictions = 0

  const resize = (entry: KeptEntry<Kind>, bytes: number): void => {
    if (entry.isKept) count.set(entry, bytes)
  }
  const remove = (entry: KeptEntry<Kind>): void => {
    if (!entry.isKept) return
    resize(entry, 0)
    list.remove(entry)
    entry.isKept = false
  }
  const evict = (entry: KeptEntry<Kind>): void => {
    if (!entry.isKept) return
    remove(entry)
    evictions += 1
    entry.evict(entry.item)
  }

  return {
    bytes: count.total,
    evictions: () => evictions,
    add(added, bytes) {
      const entry = createEntry(added)
      list.append(entry)
      resize(entry, bytes)
      return entry
    },
    touch(entry) {
      if (entry.isKept) list.touch(entry)
    },
    resize,
    remove,
    evict,
    evictUntil(isEnough) {
      for (let entry = list.oldest(); entry !== undefined && !isEnough(); entry = list.oldest()) evict(entry)
    },
  }
}

/** Counts the bytes of all entries together. */
function createByteCount<Kind>(onCount: (kind: Kind, bytes: number) => void) {
  let total = 0
  return {
    total: () => total,
    set(entry: KeptEntry<Kind>, bytes: number): void {
      const difference = bytes - entry.bytes
      entry.bytes = bytes
      total += difference
      onCount(entry.kind, difference)
    },
  }
}

function createEntry<Kind, Item>({ kind, item, evict }: NewEntry<Kind, Item>): KeptEntry<Kind, Item> {
  // An entry is only evicted by the function of its own cache, so the type matches.
  const evictItem = evict as (item: unknown) => void
  return { before: undefined, after: undefined, kind, item, bytes: 0, isKept: true, evict: evictItem }
}
