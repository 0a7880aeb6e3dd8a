import { type ChangedRows, NO_ROWS } from '../store/rows/changed-rows.ts'
import { createEntries, type TimelineEntries } from '../store/time/timeline.ts'

/**
 * What has changed in a world since its start. A change makes the next value, which shares nearly all with the one
 * before, so a reference to it keeps the world as it was. It belongs to the baseline of the world.
 */
export interface Changes {
  readonly records: ChangedRecords
  readonly timeline: TimelineEntries
  /** How many records of each resource were created, so that each one draws from its own random streams. */
  readonly created: Readonly<Record<string, number>>
}

export type ChangedRecords = Readonly<Record<string, ChangedRows>>

export function createChanges(): Changes {
  return { records: {}, timeline: createEntries(), created: {} }
}

export function rowsOf(records: ChangedRecords, { name }: { readonly name: string }): ChangedRows {
  return records[name] ?? NO_ROWS
}

export function addCreated(changes: Changes, { name }: { readonly name: string }): Changes {
  const { created } = changes
  return { ...changes, created: { ...created, [name]: (created[name] ?? 0) + 1 } }
}

export function measureChanges({ records }: Changes): number {
  return Object.values(records).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Counts the records that changes add, replace and remove. */
export function countChanges(records: ChangedRecords): number {
  return Object.values(records).reduce((sum, { current, removed }) => sum + current.size + removed.size, 0)
}
