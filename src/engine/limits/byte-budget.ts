// The memory of a simulator: what is reserved, and what is dropped when it is short.

import { describeReason, NoRoomError } from '../input/options/option-error.ts'
import { createMemoryNet, type MemoryNet } from './memory-net.ts'

/** What a simulator uses memory for. */
export const MEMORY_KINDS = [
  'worlds',
  'sessions',
  'records',
  'responses',
  'journals',
  'snapshots',
  'connections',
] as const

export type MemoryKind = (typeof MEMORY_KINDS)[number]

/** How much memory a simulator uses, in bytes. */
export interface MemoryUsage {
  /** The limit of all kinds but `connections`, which have an eighth of it in addition. */
  readonly limit: number
  /** The sum of all kinds. */
  readonly used: number
  /** The memory in use for each kind. */
  readonly kinds: { readonly [Kind in MemoryKind]: number }
  /** How many entries were dropped to make room for others. */
  readonly evictions: number
}

/** An entry that can be dropped at any time. */
export interface Kept<Item = unknown> {
  readonly item: Item
  readonly kind: MemoryKind
  /** Only the budget changes it. 0 after the entry was dropped. */
  bytes: number
  /** Whether it was used since it was added, or since others were dropped instead of it. Whoever uses it sets this. */
  isUsed: boolean
  evict(item: Item): void
}

/** Adds an entry to a cache. Returns undefined if it is too large. */
export type Keep<Item> = (item: Item, bytes: number) => Kept<Item> | undefined

/** Describes for error messages what bytes are reserved for. */
export interface Purpose {
  /** E.g. `write a deployment`. */
  readonly attempt: string
  /** E.g. `it takes`. */
  readonly what: string
  /** The path of the part of an input that is too large. */
  readonly path?: string
}

/** Bytes that stay counted until they are released. */
export interface Reservation {
  bytes(): number
  /** Adds bytes before they are needed; a negative number frees bytes. @throws NoRoomError if they don't fit */
  add(bytes: number, purpose: Purpose): void
  release(): void
}

/** Counts the memory of a simulator. Everything that grows reserves its bytes here. */
export type ByteBudget = ReturnType<typeof createByteBudget>

export const MEGABYTE = 1024 * 1024
// Caches must neither take the memory that worlds need, nor make a process with few worlds grow to the limit.
const DROPPABLE_SHARE = 1 / 8
const LEAST_DROPPABLE = 32 * MEGABYTE
// Without its caches, a simulator that is full of sessions would answer everybody slowly.
const SHARE_OF_CACHES_ONLY = 1 / 16
// Bodies that clients hold back, and responses that they don't read, must not take the memory that worlds need. And a
// world that takes all of it must not keep requests from being read. So connections have this besides the limit.
const CONNECTIONS_SHARE = 1 / 8
const LEAST_FOR_CONNECTIONS = 32 * MEGABYTE
// A little less than the longest string that JavaScript engines support.
const LONGEST_TEXT = 400 * MEGABYTE
// Making room for a little more than needed is cheaper than looking for the oldest entry each time.
const SHARE_OF_SPARE_ROOM = 1 / 1024

/**
 * Creates the budget of a simulator.
 *
 * @param limit the maximum number of bytes in use at any time
 * @param droppable how many of them caches may use: by default an eighth, but at least 32 MB. A sixteenth of the limit
 *   is only for them.
 */
export function createByteBudget(
  limit: number,
  droppable = Math.min(limit, Math.max(limit * DROPPABLE_SHARE, LEAST_DROPPABLE)),
) {
  const net = createMemoryNet()
  const kinds = Object.fromEntries(MEMORY_KINDS.map((kind) => [kind, 0])) as Record<MemoryKind, number>
  const reservable = limit - Math.min(droppable, Math.floor(limit * SHARE_OF_CACHES_ONLY))
  const spare = Math.floor(droppable * SHARE_OF_SPARE_ROOM)
  // Oldest first.
  const entries = new Set<Kept>()
  let kept = 0
  let reserved = 0
  let evictions = 0

  const most = (): number => Math.min(droppable, limit - reserved)
  const hasRoomFor = (bytes: number): boolean => kept + bytes <= most()
  const count = (entry: Kept, bytes: number): void => {
    kept += bytes - entry.bytes
    kinds[entry.kind] += bytes - entry.bytes
    entry.bytes = bytes
  }
  const remove = (entry: Kept): void => {
    count(entry, 0)
    entries.delete(entry)
  }
  const evict = (entry: Kept): void => {
    remove(entry)
    evictions += 1
    entry.evict(entry.item)
  }
  const evictUntil = (isEnough: () => boolean): void => {
    for (const oldest of entries) {
      if (isEnough()) return
      if (oldest.isUsed) renew(entries, oldest)
      else evict(oldest)
    }
  }
  const reserveMore = (kind: MemoryKind, bytes: number, purpose: Purpose): void => {
    if (kind === 'connections') assertRoomForConnection(bytes, purpose, { limit, used: kinds.connections, net })
    else {
      if (reserved + bytes > reservable) throw buildShortageError(purpose, bytes, reservable - reserved, limit)
      if (reserved + kept + bytes > limit) evictUntil(() => reserved + kept + bytes + spare <= limit)
      reserved += bytes
    }
    kinds[kind] += bytes
  }

  return {
    /** What decides as well, whatever is counted. */
    net,
    /** How many bytes a cache entry may have at the moment. */
    most,
    /** Opens a cache: returns a function that adds an entry. @param drop drops an entry; it must not add another one */
    openCache<Item>(kind: MemoryKind, drop: (item: Item) => void): Keep<Item> {
      return (item, bytes) => {
        const room = most()
        if (bytes > room || net.isFull()) return undefined
        if (kept + bytes > room) evictUntil(() => hasRoomFor(bytes + spare))
        const entry = { item, kind, bytes: 0, isUsed: false, evict: drop }
        entries.add(entry)
        count(entry, bytes)
        return entry
      }
    },
    /** Changes the size of an entry, which may drop it. @returns whether it is still in the cache */
    resize(entry: Kept, bytes: number): boolean {
      if (!entries.has(entry)) return false
      if (bytes > most()) evict(entry)
      // The entry itself may be the oldest one and be evicted.
      else evictUntil(() => !entries.has(entry) || hasRoomFor(bytes - entry.bytes))
      if (!entries.has(entry)) return false
      count(entry, bytes)
      return true
    },
    /** Removes an entry that its owner has dropped. */
    release: remove,
    /** Drops all entries of some kinds. */
    drop: (of: readonly MemoryKind[]) => [...entries].filter(({ kind }) => of.includes(kind)).forEach(evict),
    /** Reserves bytes, and drops cache entries to make room for them. @throws NoRoomError if they do not fit */
    reserve(kind: MemoryKind, bytes: number, purpose: Purpose): Reservation {
      reserveMore(kind, bytes, purpose)
      return createReservation(kind, bytes, purpose, reserveMore)
    },
    read: (): MemoryUsage => ({ limit, used: reserved + kept + kinds.connections, kinds: { ...kinds }, evictions }),
  }
}

interface ConnectionRoom {
  readonly limit: number
  readonly used: number
  readonly net: MemoryNet
}

function assertRoomForConnection(bytes: number, purpose: Purpose, { limit, used, net }: ConnectionRoom): void {
  net.look()
  if (bytes > 0 && net.isClosed()) throw net.refuse(purpose.attempt, 1)
  const most = mostOfConnections(limit)
  const free = most - used
  // What others have not read yet is gone soon.
  if (bytes > free) throw buildShortageError(purpose, bytes, free, most, bytes > most ? undefined : 1)
}

function mostOfConnections(limit: number): number {
  return Math.max(limit * CONNECTIONS_SHARE, LEAST_FOR_CONNECTIONS)
}

/** How many bytes a snapshot may have that is sent or received: at least 16 MB, and half of what all bodies may have. */
export function mostOfSnapshot(budget: ByteBudget): number {
  return Math.min(LONGEST_TEXT, Math.floor(mostOfConnections(budget.read().limit) / 2))
}

/** Makes an entry the newest one. A loop over the entries meets it once more, if it gets that far. */
function renew(entries: Set<Kept>, entry: Kept): void {
  entry.isUsed = false
  entries.delete(entry)
  entries.add(entry)
}

function createReservation(
  kind: MemoryKind,
  start: number,
  purpose: Purpose,
  reserveMore: (kind: MemoryKind, bytes: number, purpose: Purpose) => void,
): Reservation {
  let bytes = start
  let isReleased = false
  return {
    bytes: () => bytes,
    add(more, why) {
      if (isReleased) return
      reserveMore(kind, more, why)
      bytes += more
    },
    release() {
      if (!isReleased) reserveMore(kind, -bytes, purpose)
      isReleased = true
    },
  }
}

/** Creates the error for something that takes more bytes than are free. */
export function buildShortageError(
  { attempt, what, path }: Purpose,
  bytes: number,
  free: number,
  limit: number,
  retryAfter?: number,
): NoRoomError {
  const figures = [bytes, free, limit].map(formatMegabytes)
  const problem = {
    attempt,
    received: `${what} about ${figures[0]}, but only ${figures[1]} of ${figures[2]} are free`,
    advice: 'Use less data, end sessions, or raise the limit: --memory, and in Node --max-old-space-size.',
  }
  const issues = path === undefined ? [] : [{ path, message: `${describeReason(problem)}.` }]
  return new NoRoomError(problem, {
    issues,
    missing: bytes - free,
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

function formatMegabytes(bytes: number): string {
  const megabytes = bytes / MEGABYTE
  if (megabytes < 0.1) return `${Math.ceil(bytes / 1024)} kB`
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}
