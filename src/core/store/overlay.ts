import { createOwnRows, type OwnRows, type Row, type Where } from './model.ts'
import type { SeededTable } from './seeded-table.ts'

/** The rows of one world: the seeded rows, which other worlds share, under its own changes. */
export interface Overlay {
  get(id: string): Row | undefined
  /** Sets or removes a row. @returns the new row */
  set(id: string, values: Row | undefined): Row | undefined
  isSeeded(row: Row): boolean
  /** Lists all rows: first the seeded ones or those that replace them, then the added ones. */
  list(): Row[]
  find(where: Where): readonly Row[]
  count(): number
  /** Lists the rows that differ from the seeded ones. */
  listChanges(): { before: Row | undefined; after: Row | undefined }[]
}

/** Creates an overlay without changes. */
export function createOverlay(seeded: Pick<SeededTable<unknown>, 'kind' | 'rows' | 'find'>): Overlay {
  // For each changed seeded row: the row that replaces it, or null if it was removed.
  const replaced = new Map<string, Row | null>()
  const added = new Map<string, Row>()
  let ownRows: OwnRows | undefined
  let gone = 0

  const get = (id: string): Row | undefined => {
    const own = added.get(id) ?? replaced.get(id)
    return own === undefined ? seeded.rows.get(id) : (own ?? undefined)
  }
  const place = (id: string, row: Row | undefined): void => {
    const isSeeded = seeded.rows.has(id) && replaced.get(id) !== null
    if (isSeeded) replaced.set(id, row ?? null)
    if (isSeeded) gone += row === undefined ? 1 : 0
    else if (row === undefined) added.delete(id)
    else added.set(id, row)
  }
  // Null means a removed seeded row, and undefined an unchanged one.
  const toCurrent = (row: Row): Row | Row[] => (replaced.get(row.id) === undefined ? row : (replaced.get(row.id) ?? []))

  return {
    get,
    set(id, values) {
      const before = get(id)
      ownRows ??= createOwnRows(seeded.kind.singular, seeded.kind.schema)
      if (before !== undefined && before !== seeded.rows.get(id)) ownRows.remove(before)
      const after = values === undefined ? undefined : ownRows.create(values)
      place(id, after)
      return after
    },
    isSeeded: (row) => seeded.rows.get(row.id) === row,
    list: () => [...[...seeded.rows.values()].flatMap(toCurrent), ...added.values()],
    find(where) {
      const unchanged = seeded.find(where).filter(({ id }) => !replaced.has(id))
      const own = ownRows?.find(where) ?? []
      return own.length === 0 ? unchanged : sortAs(seeded.rows, [...unchanged, ...own], added)
    },
    count: () => seeded.rows.size - gone + added.size,
    listChanges: () => [
      ...Array.from(replaced, ([id, row]) => ({ before: seeded.rows.get(id), after: row ?? undefined })),
      ...Array.from(added.values(), (row) => ({ before: undefined, after: row })),
    ],
  }
}

// Restores the order of the table, because a row that replaces a seeded one has the place of that one.
function sortAs(seeded: ReadonlyMap<string, Row>, rows: readonly Row[], added: ReadonlyMap<string, Row>): Row[] {
  const places = new Map([...seeded.keys(), ...added.keys()].map((id, place) => [id, place]))
  return rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}
