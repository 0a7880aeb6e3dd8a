// The rows that were added to a table, in the order in which they were added.

import type { Row } from '../tables/model.ts'
import type { PlacedRow } from './rewind.ts'

/** The added rows of a table. A row that is set again keeps its place. */
export interface AddedRows {
  get(id: string): Row | undefined
  has(id: string): boolean
  /** Sets or removes a row. */
  set(id: string, row: Row | undefined): void
  list(): readonly Row[]
  /** The place of a row, which orders it among the others; undefined if it was not added. */
  placeOf(id: string): number | undefined
  /** All rows with their places, in their order. */
  placed(): readonly PlacedRow[]
  count(): number
  /** Returns those of some rows that were added, in their order. */
  sort(rows: readonly Row[]): readonly Row[]
}

/** Creates a list without rows. */
export function createAddedRows(): AddedRows {
  const rows = new Map<string, Row>()
  // To sort some rows, the others are not visited.
  const places = new Map<string, number>()
  let next = 0
  const readPlace = ({ id }: Row): number => places.get(id) ?? 0

  return {
    get: (id) => rows.get(id),
    has: (id) => rows.has(id),
    set(id, row) {
      if (row === undefined) {
        rows.delete(id)
        places.delete(id)
        return
      }
      rows.set(id, row)
      if (places.has(id)) return
      places.set(id, next)
      next += 1
    },
    list: () => [...rows.values()],
    placeOf: (id) => places.get(id),
    placed: () => Array.from(rows.values(), (row) => ({ row, place: readPlace(row) })),
    count: () => rows.size,
    sort: (some) => some.filter(({ id }) => rows.has(id)).sort((a, b) => readPlace(a) - readPlace(b)),
  }
}
