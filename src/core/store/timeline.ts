// What will happen to the records of a world.

import type { JsonMicroseconds } from '../schemas/timestamp.ts'
import type { WorldClock } from './clock.ts'
import { findFirst } from './find-first.ts'

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
}

/** What will happen in a world. It is settled lazily: an entry costs nothing before it is due. */
export interface Timeline {
  /** Adds an entry, after all others that are due at the same time. It happens at once if the time has passed. */
  add(entry: TimelineEntry): void
  /** The entries that can still happen, in the order in which they are due. */
  list(): readonly TimelineEntry[]
}

/** The records that a timeline changes. */
export interface TimelineRecords {
  /** Returns the record of an entry, if it exists. */
  find(entry: TimelineEntry): Fields | undefined
  /** Applies an entry to its record. */
  apply(entry: TimelineEntry, record: Fields): void
}

/**
 * Creates an empty timeline.
 *
 * @param start the start of the world, in microseconds since the Unix epoch
 */
export function createTimeline(clock: WorldClock, start: bigint, { find, apply }: TimelineRecords): Timeline {
  let entries: TimelineEntry[] = []
  let cancelAppointment = (): void => undefined

  const settle = (): void => {
    const now = clock.microseconds() - start
    const count = findFirst(entries.length, (index) => BigInt((entries[index] as TimelineEntry).due) > now)
    const due = entries.slice(0, count)
    entries = entries.slice(count)
    for (const entry of due) {
      const record = find(entry)
      if (record !== undefined && matches(record, entry.when)) apply(entry, record)
    }
    appoint()
  }
  // The clock only knows the first entry.
  const appoint = (): void => {
    cancelAppointment()
    const [next] = entries
    cancelAppointment = next === undefined ? () => undefined : clock.at(start + BigInt(next.due), settle)
  }

  return {
    add(entry) {
      const due = BigInt(entry.due)
      const place = findFirst(entries.length, (index) => BigInt((entries[index] as TimelineEntry).due) > due)
      entries.splice(place, 0, entry)
      if (place === 0) appoint()
    },
    list: () => listPossible(entries, find),
  }
}

// Plays the entries through, because one may bring about the state that a later one waits for.
function listPossible(entries: readonly TimelineEntry[], find: TimelineRecords['find']): TimelineEntry[] {
  const records = new Map<string, Fields>()
  return entries.filter((entry) => {
    const key = `${entry.resource} ${entry.id}`
    const record = records.get(key) ?? find(entry)
    if (record === undefined || !matches(record, entry.when)) return false
    records.set(key, { ...record, ...entry.set })
    return true
  })
}

function matches(record: Fields, when: Fields): boolean {
  return Object.entries(when).every(([field, value]) => record[field] === value)
}
