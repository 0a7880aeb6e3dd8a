import { NoRoomError } from './option-error.ts'
import { createRecencyList, type Linked } from './recency-list.ts'

/** What a simulator uses memory for. */
export const MEMORY_KINDS = ['worlds', 'sessions', 'records', 'responses', 'journals', 'snapshots', 'events'] as const

export type MemoryKind = (typeof MEMORY_KINDS)[number]

/** How much memory a simulator uses, in bytes. */
export interface MemoryUsage {
  /** What it may use at most. */
  readonly limit: number
  /** What it uses, the sum of all kinds. */
  readonly used: number
  /** What it uses for each kind. */
  readonly kinds: { readonly [Kind in MemoryKind]: number }
  /** How many entries were dropped to make room for others. */
  readonly evictions: number
}

/** An entry that can be dropped at any time. */
export interface Kept<Item = unknown> {
  readonly item: Item
  readonly bytes: number
}

/** Counts an entry; undefined if it is too large to be kept at all. */
export type Keep<Item> = (item: Item, bytes: number) => Kept<Item> | undefined

/** What bytes are reserved for, as an error message says it. */
export interface Asked {
  /** E.g. `Failed to write a deployment`. */
  readonly failed: string
  /** E.g. `it takes`. */
  readonly what: string
  /** The path of the part of an input that is too large. */
  readonly path?: string
}

/** Bytes that stay counted until they are released. */
export interface Reservation {
  /** Changes how many bytes are reserved. @throws NoRoomError if they don't fit; nothing changes then */
  resize(bytes: number, asked: Asked): void
  release(): void
}

/** The memory of a simulator: everything that grows asks it for room. All methods take constant time per entry. */
export interface ByteBudget {
  /** The most bytes that an entry which can be dropped may have now. */
  most(): number
  /**
   * Opens a cache.
   *
   * @param evict drops an entry that has to make room; it must not keep another one
   * @returns what counts an entry, as the one used last
   */
  openCache<Item>(kind: MemoryKind, evict: (item: Item) => void): Keep<Item>
  /** Counts an entry as used, so that it is dropped after all others. */
  touch(kept: Kept): void
  /** Changes the size of an entry, which may drop it. @returns whether it is still kept */
  resize(kept: Kept, bytes: number): boolean
  /** Forgets an entry that its owner has dropped. */
  release(kept: Kept): void
  /**
   * Reserves bytes, and drops what can be dropped to make room for them.
   *
   * @throws NoRoomError if they don't fit beside what is reserved already
   */
  reserve(kind: MemoryKind, bytes: number, asked: Asked): Reservation
  read(): MemoryUsage
}

interface Link extends Linked<Link> {
  kind: MemoryKind
  item: unknown
  bytes: number
  isKept: boolean
  evict(item: unknown): void
}

export const MEGABYTE = 1024 * 1024
// Caches must not take the memory that worlds need, nor let a process with few worlds grow to the whole limit.
const DROPPABLE_SHARE = 1 / 8
const LEAST_DROPPABLE = 32 * MEGABYTE

/**
 * Creates the budget of a simulator.
 *
 * @param limit the most bytes in use at any time
 * @param droppable how many of them entries that can be dropped may take. Default: an eighth, and at least 32 MB
 */
export function createByteBudget(
  limit: number,
  droppable = Math.min(limit, Math.max(limit * DROPPABLE_SHARE, LEAST_DROPPABLE)),
): ByteBudget {
  const kinds = { worlds: 0, sessions: 0, records: 0, responses: 0, journals: 0, snapshots: 0, events: 0 }
  const list = createRecencyList<Link>()
  let reserved = 0
  let kept = 0
  let evictions = 0

  const count = (link: Link, bytes: number): void => {
    kinds[link.kind] += bytes - link.bytes
    kept += bytes - link.bytes
    link.bytes = bytes
  }
  const drop = (link: Link): void => {
    list.remove(link)
    count(link, 0)
    link.isKept = false
  }
  const evict = (link: Link): void => {
    drop(link)
    evictions += 1
    link.evict(link.item)
  }
  const most = (): number => Math.min(droppable, limit - reserved)
  const makeRoom = (isEnough: () => boolean): void => {
    for (let link = list.oldest(); link !== undefined && !isEnough(); link = list.oldest()) evict(link)
  }
  const hasRoomFor = (bytes: number): boolean => kept + bytes <= droppable && reserved + kept + bytes <= limit
  const reserveMore = (kind: MemoryKind, bytes: number, asked: Asked): void => {
    if (bytes > 0 && reserved + bytes > limit) throw createShortage(asked, bytes, limit - reserved, limit)
    makeRoom(() => reserved + kept + bytes <= limit)
    reserved += bytes
    kinds[kind] += bytes
  }

  return {
    most,
    openCache: (kind, evictItem) => (item, bytes) => {
      if (bytes > most()) return undefined
      if (!hasRoomFor(bytes)) makeRoom(() => hasRoomFor(bytes))
      // An entry is evicted by the function that its own cache was opened with.
      const evict = evictItem as (item: unknown) => void
      const link = { before: undefined, after: undefined, kind, item, bytes: 0, isKept: true, evict }
      list.append(link)
      count(link, bytes)
      return link
    },
    touch(entry) {
      const link = entry as Link
      if (link.isKept) list.touch(link)
    },
    resize(entry, bytes) {
      const link = entry as Link
      if (link.isKept && bytes > most()) evict(link)
      // The entry may be the oldest itself.
      makeRoom(() => !link.isKept || hasRoomFor(bytes - link.bytes))
      if (link.isKept) count(link, bytes)
      return link.isKept
    },
    release(entry) {
      const link = entry as Link
      if (link.isKept) drop(link)
    },
    reserve(kind, bytes, asked) {
      reserveMore(kind, bytes, asked)
      return createReservation(bytes, (more, why = asked) => reserveMore(kind, more, why))
    },
    read: () => ({ limit, used: reserved + kept, kinds: { ...kinds }, evictions }),
  }
}

function createReservation(start: number, reserveMore: (bytes: number, asked?: Asked) => void): Reservation {
  let bytes = start
  return {
    resize(wanted, asked) {
      reserveMore(wanted - bytes, asked)
      bytes = wanted
    },
    release() {
      reserveMore(-bytes)
      bytes = 0
    },
  }
}

/** Creates the error of something that takes more bytes than there are. */
export function createShortage({ failed, what, path }: Asked, bytes: number, free: number, limit: number): NoRoomError {
  const figures = [bytes, free, limit].map(formatMegabytes)
  const reason =
    `${what} about ${figures[0]}, and ${figures[1]} of ${figures[2]} are free. ` +
    'Ask for less, end sessions, or raise the limit: --memory, and in Node --max-old-space-size.'
  const issues = path === undefined ? [] : [{ path, message: reason }]
  return new NoRoomError(`${failed}: ${reason}`, { issues, missing: bytes - free })
}

function formatMegabytes(bytes: number): string {
  const megabytes = bytes / MEGABYTE
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}
