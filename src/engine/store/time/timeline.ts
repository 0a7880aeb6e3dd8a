// What will happen to the records of a world.

import type { JsonMicroseconds } from '../../input/schemas/timestamp.ts'
import { hasValues } from '../listing/filter.ts'
import { findFirst } from '../listing/find-first.ts'
import type { WorldClock } from './clock.ts'

type Fields = Readonly<Record<string, unknown>>

/** A change of a record that will happen at a time. It is plain JSON. */
export interface TimelineEntry {
  /** Microseconds after the start of the world. */
  readonly due: JsonMicroseconds
  /** The name of the resource. */
  readonly resource: string
  readonly id: string
  /** The fields that the record must have at that time. Otherwise the entry is void. */
  readonly when: Fields
  /** The fields that change. */
  readonly set: Fields
  /** Whether the record is removed instead. */
  readonly remove?: true | undefined
}

/** What will happen in a world. It is settled lazily: an entry costs nothing before it is due. */
export interface Timeline {
  /** Makes everything happen that is due. The clock does this later, once it was done for the first time. */
  settle(): void
  /** Adds an entry, after all others that are due at the same time. It happens at once if the time has passed. */
  add(entry: TimelineEntry): void
  /** The entries that can still happen, in the order in which they are due. */
  list(): readonly TimelineEntry[]
  /** All entries, also those that cannot happen any more. */
  all(): readonly TimelineEntry[]
  /** The entries that could happen before some changes of the timeline. */
  listBefore(past: TimelinePast): readonly TimelineEntry[]
}

/** What undoes a change of a timeline: an entry that was added, or one that left it because it was due. */
export interface TimelineUndo {
  readonly what: 'added' | 'taken'
  readonly entry: TimelineEntry
}

/** An earlier moment of a timeline. */
export interface TimelinePast {
  /** What undoes the changes since then, the last one first. */
  readonly undone: readonly TimelineUndo[]
  /** Returns the record of an entry at that moment, if it existed. */
  readonly find: TimelineRecords['find']
}

/** The records that a timeline changes. */
export interface TimelineRecords {
  /** Returns the record of an entry, if it exists. */
  find(entry: TimelineEntry): Fields | undefined
  /** Applies an entry to its record. */
  apply(entry: TimelineEntry, record: Fields): void
  /** Called for each change of the timeline. */
  note?: ((undo: TimelineUndo) => void) | undefined
}

/** What a timeline starts with. */
export interface TimelineStart {
  /** The start of the world, in microseconds since the Unix epoch. */
  readonly start: bigint
  readonly entries?: readonly TimelineEntry[]
}

/** Creates a timeline. */
export function createTimeline(
  clock: WorldClock,
  { start, entries = [] }: TimelineStart,
  { find, apply, note }: TimelineRecords,
): Timeline {
  const queue = createQueue(entries)
  let cancelAppointment = (): void => undefined

  const settleAll = (): void => {
    const now = clock.microseconds() - start
    for (let next = queue.first(); next !== undefined && BigInt(next.due) <= now; next = queue.first()) {
      queue.removeFirst()
      note?.({ what: 'taken', entry: next })
      const record = find(next)
      if (record !== undefined && hasValues(record, next.when)) apply(next, record)
    }
  }
  // What happens may add entries. They are settled in their turn.
  const settleOnce = notWithinItself(settleAll)
  const settle = (): void => {
    if (settleOnce()) appoint()
  }
  // The clock only knows the first entry.
  const appoint = (): void => {
    cancelAppointment()
    const next = queue.first()
    cancelAppointment = next === undefined ? () => undefined : clock.at(start + BigInt(next.due), settle)
  }

  return {
    settle,
    add(entry) {
      queue.add(entry)
      note?.({ what: 'added', entry })
      if (queue.first() === entry) settle()
    },
    list: () => listPossible(queue.list(), find),
    all: queue.list,
    listBefore: (past) => listPossible(rewind(queue.list(), past.undone), past.find),
  }
}

/** Returns a function that runs another one unless it is running. It returns whether it has run. */
function notWithinItself(act: () => void): () => boolean {
  let isRunning = false
  return () => {
    if (isRunning) return false
    isRunning = true
    try {
      act()
    } finally {
      isRunning = false
    }
    return true
  }
}

/** Entries in the order in which they are due. */
function createQueue(initial: readonly TimelineEntry[]) {
  let entries = initial.toSorted(compareDue)
  // Removing the first item of a long array copies all others.
  let gone = 0
  return {
    first: () => entries[gone],
    removeFirst() {
      gone += 1
      if (gone * 2 < entries.length) return
      entries = entries.slice(gone)
      gone = 0
    },
    add(entry: TimelineEntry) {
      const due = BigInt(entry.due)
      const isLater = (place: number) => BigInt((entries[gone + place] as TimelineEntry).due) > due
      entries.splice(gone + findFirst(entries.length - gone, isLater), 0, entry)
    },
    list: () => entries.slice(gone),
  }
}

function rewind(entries: readonly TimelineEntry[], undone: readonly TimelineUndo[]): readonly TimelineEntry[] {
  // The first entry comes last, because an entry that was due was the first one.
  const left = new Set(entries.toReversed())
  for (const { what, entry } of undone) {
    if (what === 'added') left.delete(entry)
    else left.add(entry)
  }
  // An entry that could not happen any more was anywhere.
  return [...left].reverse().sort(compareDue)
}

function compareDue(one: TimelineEntry, other: TimelineEntry): number {
  const [a, b] = [BigInt(one.due), BigInt(other.due)]
  if (a === b) return 0
  return a < b ? -1 : 1
}

// Plays the entries through, because one may bring about the state that a later one waits for.
function listPossible(entries: readonly TimelineEntry[], find: TimelineRecords['find']): TimelineEntry[] {
  const records = new Map<string, Fields>()
  return entries.filter((entry) => {
    const key = `${entry.resource} ${entry.id}`
    const record = records.get(key) ?? find(entry)
    if (record === undefined || !hasValues(record, entry.when)) return false
    records.set(key, { ...record, ...entry.set })
    return true
  })
}
