// Seeded rows that are derived from those of another table whenever they are read, and not stored.

import { type BoundedMap, createBoundedMap } from '../bounded-map.ts'
import { POSITION, type Row, type Where } from './model.ts'
import type { SeededRows } from './seeded-rows.ts'

/** How the rows of a parent are derived from it. */
export interface Derivation {
  /** The field that contains the id of the parent. */
  readonly field: string
  /** Counts the rows of a parent. */
  count(parent: Row): number
  /** Returns the ids of the rows of a parent, without deriving the rows. */
  ids(parent: Row): readonly string[]
  /** Derives the rows of a parent. */
  derive(parent: Row): readonly Row[]
}

/** How many rows a parent can have. */
const MOST_DERIVED = 64

// Rows are often changed right after they were found by their parent.
const MOST_REMEMBERED = 1000

/**
 * Creates rows that are derived from their parents. They take no memory. To find one by its id alone,
 * the ids of all parents' rows are compared.
 */
export function createDerivedRows(parents: SeededRows, { field, count, ids, derive }: Derivation): SeededRows {
  const parentOf: BoundedMap<string, string> = createBoundedMap(MOST_REMEMBERED)
  let total: number | undefined

  const deriveAt = (parent: Row): Row[] => {
    const first = Number(parent[POSITION]) * MOST_DERIVED
    return derive(parent).map((row, place) => ({ ...row, [POSITION]: first + place }))
  }
  const remember = (id: string, parentId: string): void => parentOf.set(id, parentId)
  const recall = (id: string): Row | undefined => {
    const parentId = parentOf.take(id)
    if (parentId === undefined) return undefined
    remember(id, parentId)
    return parents.get(parentId)
  }
  const findParent = (id: string): Row | undefined => {
    const parent = parents.list().find((each) => ids(each).includes(id))
    if (parent !== undefined) remember(id, parent.id)
    return parent
  }
  const findParentNear = (id: string, near: Row): Row | undefined => {
    const parent = parents.get(String(near[field]))
    return parent !== undefined && ids(parent).includes(id) ? parent : undefined
  }
  const listParents = (id: Where[string] | undefined): readonly Row[] => {
    if (id === undefined) return parents.list()
    const parent = parents.get(String(id))
    return parent === undefined ? [] : [parent]
  }
  return {
    get(id, near) {
      const parent = recall(id) ?? (near === undefined ? findParent(id) : findParentNear(id, near))
      return parent === undefined ? undefined : deriveAt(parent).find((row) => row.id === id)
    },
    count() {
      total ??= parents.list().reduce((sum, parent) => sum + count(parent), 0)
      return total
    },
    list({ offset, limit } = { offset: 0, limit: Number.POSITIVE_INFINITY }, without = new Map()) {
      const rows: Row[] = []
      const missing = countByParent(without)
      let skipped = 0
      for (const parent of parents.list()) {
        if (rows.length >= limit) break
        const size = count(parent) - (missing.get(Number(parent[POSITION])) ?? 0)
        if (skipped + size <= offset) {
          skipped += size
          continue
        }
        const kept = deriveAt(parent).filter(({ id }) => !without.has(id))
        rows.push(...kept.slice(offset - skipped, offset - skipped + limit - rows.length))
        skipped = offset
      }
      return rows
    },
    find(where) {
      const wanted = Object.entries(where)
      const matches = (row: Row) => wanted.every(([name, value]) => row[name] === value)
      const rows = listParents(where[field]).flatMap((parent) => deriveAt(parent).filter(matches))
      for (const row of rows.slice(-MOST_REMEMBERED)) remember(row.id, String(row[field]))
      return rows
    },
    // Rows that were written have no position.
    has: (row) => typeof row[POSITION] === 'number',
    sort: (rows) => rows.toSorted((a, b) => Number(a[POSITION]) - Number(b[POSITION])),
    expect(expected) {
      const missing = new Set(expected.filter((id) => recall(id) === undefined))
      if (missing.size === 0) return
      for (const parent of parents.list()) {
        for (const id of ids(parent)) if (missing.delete(id)) remember(id, parent.id)
        if (missing.size === 0) return
      }
    },
  }
}

function countByParent(rows: ReadonlyMap<string, Row>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const row of rows.values()) {
    const parent = Math.floor(Number(row[POSITION]) / MOST_DERIVED)
    counts.set(parent, (counts.get(parent) ?? 0) + 1)
  }
  return counts
}

/** How many ids can be expected at once. */
export const MOST_EXPECTED = MOST_REMEMBERED
