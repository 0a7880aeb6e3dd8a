// Seeded rows that are derived from those of another table whenever they are read, and not stored.

import { POSITION, type Row } from '../tables/model.ts'
import { createDerivedParents } from './derived-parents.ts'
import type { RemovedRow, SeededRows } from './seeded-rows.ts'
import { createSharedMap, type SharedMap } from './shared-map.ts'

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

/**
 * Creates rows that are derived from their parents. They take no memory. To find one by its id alone,
 * the ids of all parents' rows are compared.
 */
export function createDerivedRows(parents: SeededRows, { field, count, ids, derive }: Derivation): SeededRows {
  const index = createDerivedParents(parents, { field, ids })
  let total: number | undefined

  const positionOf = (parent: Row, place: number) => Number(parent[POSITION]) * MOST_DERIVED + place
  const deriveAt = (parent: Row): Row[] =>
    derive(parent).map((row, place) => ({ ...row, [POSITION]: positionOf(parent, place) }))
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
