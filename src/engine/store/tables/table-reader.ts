// Reads the records of a kind in one world.

import type { Summary } from '../listing/filter.ts'
import type { RowUndo } from '../rows/rewind.ts'
import type { SeededRows } from '../rows/seeded-rows.ts'
import type { Row } from './model.ts'
import { type RecordReader, readRecords } from './record-reader.ts'

/** A record that was removed from a table, one that was added, or both if one replaced the other. */
export interface Change<Summary> {
  removed?: Summary
  added?: Summary
}

/** How the records of a table differ from the seeded ones. */
export interface TableChanges<Item> {
  /** The ids of removed seeded records. */
  readonly removed: readonly string[]
  /** Records that replace seeded records with the same ids. */
  readonly replaced: readonly Item[]
  /** Records that were added. */
  readonly added: readonly Item[]
}

/** The records of one kind in one world, to read: first the seeded ones, then the added ones in their order. */
export interface TableReader<Item> extends RecordReader<Item> {
  /** Yields the summaries of all records without completing any. */
  summaries(): Iterable<Summary>
  /** How many records differ from the seeded ones. */
  countChanges(): number
  /** Lists the changes of the seeded records and the added records. */
  listChanges(): readonly Change<Summary>[]
  /**
   * Returns the same changes as records, for snapshots.
   *
   * @param undone what undoes the latest changes, the last one first; they are left out
   */
  readChanges(undone?: readonly RowUndo[]): TableChanges<Item>
  /** The places of the added records, which order them. */
  places(): readonly number[]
}

/** Reads the seeded records as a world has them that has changed none. Any number of worlds can share the reader. */
export function readUnchanged<Item>(rows: SeededRows, toRecord: (row: Row) => Item): TableReader<Item> {
  return {
    ...readRecords(rows, toRecord),
    summaries: () => rows.list(),
    countChanges: () => 0,
    places: () => [],
    listChanges: () => [],
    readChanges: () => ({ removed: [], replaced: [], added: [] }),
  }
}
