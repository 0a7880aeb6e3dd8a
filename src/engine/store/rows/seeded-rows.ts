// The rows that worlds start with: stored, or derived from those of another table whenever they are read.

import { createBoundedMap } from '../../limits/bounded-map.ts'
import { onDemand } from '../../limits/on-demand.ts'
import { createSharedMap, type SharedMap } from '../shared-map.ts'
import { POSITION, type Row, type Where } from './model.ts'

/** A range of a table's records. */
export interface Range {
  readonly offset: number
  readonly limit: number
}

/** A seeded row that was removed, and its place among the changes. */
export interface RemovedRow {
  readonly seeded: Row
  readonly place: number
}

/** The rows that worlds with the same baseline share. */
export interface SeededRows {
  /** Returns the row with an id. A derived one is only searched among those with the parent of `near`. */
  get(id: string, near?: Row): Row | undefined
  /** Finds the row with an id. A derived row is not derived for that, so it only has its id, its parent and its place. */
  locate(id: string, near?: Row): Row | undefined
  count(): number
  /** Lists the rows, or a range of them, without some. */
  list(range?: Range, without?: SharedMap<RemovedRow>): readonly Row[]
  find(where: Where): readonly Row[]
  sort(rows: readonly Row[]): Row[]
  /** Prepares to get several rows by their ids. */
  expect(ids: readonly string[]): void
}

export function createStoredRows(rows: ReadonlyMap<string, Row>, find: (where: Where) => readonly Row[]): SeededRows {
  const findPlaces = onDemand(() => new Map(Array.from(rows.keys(), (id, place) => [id, place])))
  return {
    find,
    get: (id) => rows.get(id),
    locate: (id) => rows.get(id),
    count: () => rows.size,
    list(range, without) {
      const { offset, limit } = range ?? { offset: 0, limit: Number.POSITIVE_INFINITY }
      const found: Row[] = []
      for (const row of rows.values()) {
        if (found.length >= offset + limit) break
        if (without?.get(row.id) === undefined) found.push(row)
      }
      return found.slice(offset)
    },
    sort(some) {
      const places = findPlaces()
      return some.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
    },
    expect: () => undefined,
  }
}

/** How the rows of a parent are derived from it. */
export interface Derivation {
  /** The field that contains the id of the parent. */
  readonly field: string
  count(parent: Row): number
  /** Returns the ids of the rows of a parent, without deriving the rows. */
  ids(parent: Row): readonly string[]
  derive(parent: Row): readonly Row[]
}

/** How many rows a parent can have. */
const MOST_DERIVED = 64

/** Creates rows that are derived from their parents. Finding one by its id alone takes a search of all parents. */
export function createDerivedRows(parents: SeededRows, { field, count, ids, derive }: Derivation): SeededRows {
  const index = createDerivedParents(parents, { field, ids })
  let total: number | undefined

  const positionOf = (parent: Row, place: number) => Number(parent[POSITION]) * MOST_DERIVED + place
  // Whoever asks for the rows of a parent often asks again.
  let last: { readonly parent: Row; readonly rows: readonly Row[] } | undefined
  const deriveAt = (parent: Row): readonly Row[] => {
    if (last?.parent === parent) return last.rows
    const rows = derive(parent).map((row, place) => ({ ...row, [POSITION]: positionOf(parent, place) }))
    last = { parent, rows }
    return rows
  }
  return {
    get(id, near) {
      const parent = index.find(id, near)
      return parent === undefined ? undefined : deriveAt(parent).find((row) => row.id === id)
    },
    locate(id, near) {
      const parent = index.find(id, near)
      if (parent === undefined) return undefined
      return { id, [field]: parent.id, [POSITION]: positionOf(parent, ids(parent).indexOf(id)) }
    },
    count() {
      total ??= parents.list().reduce((sum, parent) => sum + count(parent), 0)
      return total
    },
    list({ offset, limit } = { offset: 0, limit: Number.POSITIVE_INFINITY }, without = createSharedMap()) {
      const missing = countByParent(without)
      const countLeft = (parent: Row) => count(parent) - (missing.get(Number(parent[POSITION])) ?? 0)
      const deriveLeft = (parent: Row) => deriveAt(parent).filter(({ id }) => without.get(id) === undefined)
      return readRange(parents.list(), { offset, limit, count: countLeft, derive: deriveLeft })
    },
    find(where) {
      const conditions = Object.entries(where)
      const matches = (row: Row) => conditions.every(([name, value]) => row[name] === value)
      const rows = index.list(where[field]).flatMap((parent) => deriveAt(parent).filter(matches))
      index.remember(rows)
      return rows
    },
    sort: (rows) => rows.toSorted((a, b) => Number(a[POSITION]) - Number(b[POSITION])),
    expect: index.expect,
  }
}

interface RangeOptions extends Pick<Derivation, 'count' | 'derive'> {
  offset: number
  limit: number
}

/** Reads a range of the rows of all parents. It only derives the rows of parents that have some in the range. */
function readRange(parents: readonly Row[], { offset, limit, count, derive }: RangeOptions): Row[] {
  const rows: Row[] = []
  let skipped = 0
  for (const parent of parents) {
    if (rows.length >= limit) break
    const size = count(parent)
    if (skipped + size <= offset) {
      skipped += size
      continue
    }
    rows.push(...derive(parent).slice(offset - skipped, offset - skipped + limit - rows.length))
    skipped = offset
  }
  return rows
}

function countByParent(rows: SharedMap<RemovedRow>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const [, { seeded }] of rows.entries()) {
    const parent = Math.floor(Number(seeded[POSITION]) / MOST_DERIVED)
    counts.set(parent, (counts.get(parent) ?? 0) + 1)
  }
  return counts
}

// Rows are often changed right after they were found by their parent.
const MOST_REMEMBERED = 1000

/** How many ids can be expected at once. */
export const MOST_EXPECTED = MOST_REMEMBERED

/** Creates the index. It remembers the parents of the rows that were found last. */
function createDerivedParents(
  parents: SeededRows,
  { field, ids }: { field: string; ids: (parent: Row) => readonly string[] },
) {
  const parentOf = createBoundedMap<string, string>({ most: MOST_REMEMBERED })

  const recall = (id: string): Row | undefined => {
    const parentId = parentOf.use(id)
    return parentId === undefined ? undefined : parents.get(parentId)
  }
  const findAnywhere = (id: string): Row | undefined => {
    const parent = parents.list().find((each) => ids(each).includes(id))
    if (parent !== undefined) parentOf.set(id, parent.id)
    return parent
  }
  const findNear = (id: string, near: Row): Row | undefined => {
    const parent = parents.get(String(near[field]))
    return parent !== undefined && ids(parent).includes(id) ? parent : undefined
  }
  return {
    /** @param near the row that has or will have the id, if it is known; see `SeededRows` */
    find: (id: string, near: Row | undefined) =>
      recall(id) ?? (near === undefined ? findAnywhere(id) : findNear(id, near)),
    /** Lists the parent with an id, or all of them without an id. */
    list(id: Where[string] | undefined): readonly Row[] {
      if (id === undefined) return parents.list()
      const parent = parents.get(String(id))
      return parent === undefined ? [] : [parent]
    },
    /** Remembers the parents of rows; if there are many, those of the last ones. */
    remember(rows: readonly Row[]) {
      for (const row of rows.slice(-MOST_REMEMBERED)) parentOf.set(row.id, String(row[field]))
    },
    /** Finds the parents of rows that will be asked for. */
    expect(expected: readonly string[]) {
      const missing = new Set(expected.filter((id) => recall(id) === undefined))
      if (missing.size === 0) return
      for (const parent of parents.list()) {
        for (const id of ids(parent)) if (missing.delete(id)) parentOf.set(id, parent.id)
        if (missing.size === 0) return
      }
    },
  }
}
