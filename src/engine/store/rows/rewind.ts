// The changed rows of a table at an earlier moment.

import type { Row } from '../tables/model.ts'

/** What undoes a change of a row, or of the places of all added rows. */
export type RowUndo = RowChangeUndo | Renumbering

/** Restores the places of the added rows from before they moved to another table, which numbered them from 0. */
export interface Renumbering {
  /** The places of the added rows before, in their order. */
  readonly places: readonly number[]
}

/** What undoes a change of a row. */
export interface RowChangeUndo {
  readonly id: string
  /** The row before: one of the world's own, the seeded one, or none. */
  readonly before: Row | 'seeded' | undefined
  /** The place of the row among the added ones; undefined if it was not one of them. */
  readonly place: number | undefined
}

/** A seeded row, and the row that replaces it; undefined if it was removed. */
export interface Replacement {
  readonly before: Row
  readonly after: Row | undefined
}

/** The changed rows of a table. */
export interface ChangedRows {
  readonly replaced: ReadonlyMap<string, Replacement>
  /** The added rows with their places, in their order. */
  readonly added: readonly PlacedRow[]
}

/** An added row and its place, which orders the added rows. */
export interface PlacedRow {
  readonly row: Row
  readonly place: number
}

/** Returns the changed rows before some changes. @param undone what undoes these changes, the last one first */
export function rewindRows(current: ChangedRows, undone: readonly RowUndo[]): ChangedRows {
  if (undone.length === 0) return current
  const replaced = new Map(current.replaced)
  const added = new Map(current.added.map((each) => [each.row.id, each]))
  const undo = ({ id, before, place }: RowChangeUndo): void => {
    if (before === 'seeded') replaced.delete(id)
    else if (before === undefined) added.delete(id)
    else if (place === undefined) replaced.set(id, { before: replaced.get(id)?.before ?? before, after: before })
    else added.set(id, { row: before, place })
  }
  for (const each of undone) {
    if ('id' in each) undo(each)
    else for (const [id, { row, place }] of added) added.set(id, { row, place: each.places[place] ?? place })
  }
  return { replaced, added: [...added.values()].sort((one, other) => one.place - other.place) }
}
