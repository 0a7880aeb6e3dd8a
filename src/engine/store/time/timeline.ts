// What will happen in a world.

import type { Fields } from '../../input/schemas/schema-walk.ts'
import type { JsonMicroseconds } from '../../input/schemas/timestamp.ts'
import { quote } from '../../input/text/quote.ts'
import { hasValues } from '../listing/filter.ts'
import { createOrderedList, type OrderedList } from '../listing/ordered-list.ts'
import { comparePlaced, type Placed } from '../listing/ordering.ts'
import { measureRecord } from '../tables/table.ts'
import type { WorldClock } from './clock.ts'

/** What will happen at a time: to a record, or a fault begins or ends. It is plain JSON. */
export type TimelineEntry = RecordEntry | FaultEntry

/** A change of a record that will happen at a time. */
export interface RecordEntry extends Due {
  /** The name of the resource. */
  readonly resource: string
  readonly id: string
  /** The fields that the record must have at that time. Otherwise the entry is void. */
  readonly when: Fields
  /** The fields that change. */
  readonly set: Fields
  /** Whether the record is added instead, with these fields, if there is none with its id. */
  readonly add?: true | undefined
  /** Whether the record is removed instead. */
  readonly remove?: true | undefined
}

interface Due {
  /** Microseconds after the start of the world. */
  readonly due: JsonMicroseconds
}

/** A fault that begins at a time, in place of one with its id, or that ends. */
export type FaultEntry = Due & ({ readonly addFault: PlannedFault } | { readonly removeFault: string })

/** What a world has to know about a fault: that it is one in the full form. */
export interface PlannedFault {
  readonly id?: string | undefined
  readonly match: object
  readonly effect: { readonly kind: string }
  readonly probability: number
}

/** What happens to a fault as a step: like the records of a resource of this name. It has no id before it has begun. */
export function toFaultStep(entry: FaultEntry) {
  const resource = 'faults' as const
  if ('removeFault' in entry) return { resource, id: entry.removeFault, set: null }
  return { resource, id: entry.addFault.id ?? '', set: { ...entry.addFault } }
}

export function isOfRecord(entry: TimelineEntry): entry is RecordEntry {
  return 'resource' in entry
}

/** Finds the entries of records that one of them adds, so that nobody knows yet what they will be. */
export function findOfAdded(entries: readonly TimelineEntry[]): ReadonlySet<TimelineEntry> {
  const toKey = (entry: TimelineEntry) => (isOfRecord(entry) ? `${entry.resource} ${entry.id}` : '')
  const added = new Set(listAdded(entries).map(toKey))
  // Most worlds add none, and some have many entries.
  if (added.size === 0) return new Set()
  return new Set(entries.filter((entry) => added.has(toKey(entry))))
}

/** What will happen in a world. It is settled lazily: an entry costs nothing before it is due. */
export interface Timeline {
  /** Makes happen what is due. If that is much, the rest comes later, as does all that becomes due then. */
  settle(): void
  /** Adds an entry, after all others that are due at the same time. It happens at once if the time has passed. */
  add(entry: TimelineEntry): void
  /** The entries that can still happen, in the order in which they are due. */
  list(): readonly TimelineEntry[]
}

/** The entries of a timeline in the order in which they are due, as an immutable value. */
export interface TimelineEntries {
  readonly queue: OrderedList<QueuedEntry>
  /** How many entries were added so far. */
  readonly added: number
  /** The bytes of the records that they will add. */
  readonly bytes: number
}

interface QueuedEntry {
  /** Orders the entries that are due at the same time. */
  readonly id: string
  readonly entry: TimelineEntry
}

/** Where a world holds the entries of its timeline. */
export interface EntriesHolder {
  read(): TimelineEntries
  write(next: TimelineEntries): void
}

export interface TimelineTarget {
  find(entry: RecordEntry): Fields | undefined
  apply(entry: TimelineEntry): void
}

// Small, because a change copies a block.
const BLOCK_SIZE = 64

// What happens at once, and what does where the clock gives others their turn.
const MOST_AT_ONCE = 10_000
const MOST_IN_TURN = 100

const inTurn = { isDescending: false, keyOf: () => 0 }

/** Creates the entries of a timeline. Those that are due at the same time keep their order. */
export function createEntries(entries: readonly TimelineEntry[] = []): TimelineEntries {
  const placed = entries.map((entry, index) => place(entry, index))
  const sorted = placed.sort((one, other) => comparePlaced(inTurn, one, other))
  return { queue: createOrderedList(inTurn, sorted, BLOCK_SIZE), added: entries.length, bytes: measureEntries(entries) }
}

interface TimelineStart {
  readonly start: bigint
  readonly entries: EntriesHolder
}

/** Creates a timeline that begins with the start of the world, in microseconds since the Unix epoch. */
export function createTimeline(
  clock: WorldClock,
  { start, entries }: TimelineStart,
  { find, apply }: TimelineTarget,
): Timeline {
  const first = (): QueuedEntry | undefined => entries.read().queue.slice(0, 1)[0]
  let cancelAppointment = (): void => undefined

  const settleSome = (most: number): void => {
    const now = clock.microseconds() - start
    for (let count = 0; count < most; count += 1) {
      const next = first()
      if (next === undefined || BigInt(next.entry.due) > now) return
      const { entry } = next
      entries.write(removeEntry(entries.read(), next))
      // One that is there already cannot be created.
      const [record, when] = isOfRecord(entry) && entry.add !== true ? [find(entry), entry.when] : [{}, {}]
      if (record !== undefined && hasValues(record, when)) apply(entry)
    }
  }
  let isSettling = false
  const settle = (most = MOST_AT_ONCE): void => {
    // What happens may add entries. They are settled in their turn.
    if (isSettling) return
    isSettling = true
    try {
      settleSome(most)
    } finally {
      isSettling = false
    }
    appoint()
  }
  // The clock only knows the first entry.
  const appoint = (): void => {
    cancelAppointment()
    const next = first()
    if (next === undefined) return
    const { entry } = next
    const describe = () => (isOfRecord(entry) ? `${entry.resource} ${quote(entry.id)}` : 'a fault')
    cancelAppointment = clock.at(start + BigInt(entry.due), () => settle(MOST_IN_TURN), describe)
  }

  return {
    settle: () => settle(),
    add(entry) {
      entries.write(addEntry(entries.read(), entry))
      if (first()?.entry === entry) settle()
    },
    list: () => listPending(entries.read(), find),
  }
}

/** Adds an entry, after all others that are due at the same time. */
function addEntry({ queue, added, bytes }: TimelineEntries, entry: TimelineEntry): TimelineEntries {
  return { queue: queue.with(place(entry, added)), added: added + 1, bytes: bytes + measureEntry(entry) }
}

function removeEntry({ queue, added, bytes }: TimelineEntries, item: QueuedEntry): TimelineEntries {
  const { entry } = item
  return { queue: queue.without({ item, key: BigInt(entry.due) }), added, bytes: bytes - measureEntry(entry) }
}

/** Estimates the bytes of the records that entries will add. A world holds few others, and these are small. */
export function measureEntries(entries: readonly TimelineEntry[]): number {
  return entries.reduce((sum, entry) => sum + measureEntry(entry), 0)
}

function measureEntry(entry: TimelineEntry): number {
  return isOfRecord(entry) && entry.add === true ? measureRecord({ ...entry.set, id: entry.id }) : 0
}

/** Lists the entries that add a record. */
export function listAdded(entries: readonly TimelineEntry[]): readonly RecordEntry[] {
  return entries.filter(isOfRecord).filter(({ add }) => add === true)
}

/** Lists all entries, in the order in which they are due. */
export function listTimeline({ queue }: TimelineEntries): readonly TimelineEntry[] {
  return Array.from(queue.items(), ({ entry }) => entry)
}

/** How the entries of a timeline differ from earlier ones, as JSON. */
export interface TimelineDifference {
  /** All that were due at this time or before are gone. */
  readonly settled?: JsonMicroseconds
  readonly added?: readonly TimelineEntry[]
}

/** Finds how entries differ from earlier ones of the same timeline. Returns undefined if they do not. */
export function findTimelineDifference(
  before: TimelineEntries,
  after: TimelineEntries,
): TimelineDifference | undefined {
  if (before === after) return undefined
  const left = new Set(after.queue.items())
  let settled: JsonMicroseconds | undefined
  // They only leave at the front.
  for (const item of before.queue.items()) {
    if (left.has(item)) break
    settled = item.entry.due
  }
  const first = toId(before.added)
  const added = [...left].filter(({ id }) => id >= first).sort((one, other) => (one.id < other.id ? -1 : 1))
  return {
    ...(settled !== undefined && { settled }),
    ...(added.length > 0 && { added: added.map(({ entry }) => entry) }),
  }
}

/** Applies a difference to the entries that it was found for, or to equal ones. */
export function changeTimeline(entries: TimelineEntries, { settled, added = [] }: TimelineDifference): TimelineEntries {
  let next = entries
  for (const item of settled === undefined ? [] : entries.queue.items()) {
    if (BigInt(item.entry.due) > BigInt(settled ?? 0)) break
    next = removeEntry(next, item)
  }
  return added.reduce(addEntry, next)
}

const DIGITS = 16

function place(entry: TimelineEntry, number: number): Placed<QueuedEntry> {
  return { item: { id: toId(number), entry }, key: BigInt(entry.due) }
}

function toId(number: number): string {
  return String(number).padStart(DIGITS, '0')
}

/** Lists the entries that can still happen, in the order in which they are due. @param find returns the record of an entry */
export function listPending(entries: TimelineEntries, find: TimelineTarget['find']): readonly TimelineEntry[] {
  // Plays the entries through, because one may bring about the state that a later one waits for.
  const records = new Map<string, Fields>()
  const all = listTimeline(entries)
  const ofAdded = findOfAdded(all)
  return all.filter((entry) => {
    if (!isOfRecord(entry) || ofAdded.has(entry)) return true
    const key = `${entry.resource} ${entry.id}`
    const record = records.get(key) ?? find(entry)
    if (record === undefined || !hasValues(record, entry.when)) return false
    records.set(key, { ...record, ...entry.set })
    return true
  })
}
