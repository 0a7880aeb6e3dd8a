// The rows that were added to a table, in the order in which they were added.

import type { Row } from './model.ts'

/** The added rows of a table. A row that is set again keeps its place. */
export interface AddedRows {
  get(id: string): Row | undefined
  has(id: string): boolean
  /** Sets or removes a row. */
  set(id: string, row: Row | undefined): void
  list(): readonly Row[]
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
  const placeOf = ({ id }: Row): number => places.get(id) ?? 0

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
    count: () => rows.size,
    sort: (some) => some.filter(({ id }) => rows.has(id)).sort((a, b) => placeOf(a) - placeOf(b)),
  }
}
