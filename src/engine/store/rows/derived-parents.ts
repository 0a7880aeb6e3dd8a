// Finds the parents of derived rows.

import { createBoundedMap } from '../../limits/bounded-map.ts'
import type { Row, Where } from '../tables/model.ts'
import type { SeededRows } from './seeded-rows.ts'

// Rows are often changed right after they were found by their parent.
const MOST_REMEMBERED = 1000

/** How many ids can be expected at once. */
export const MOST_EXPECTED = MOST_REMEMBERED

/** Creates the index. It remembers the parents of the rows that were found last. */
export function createDerivedParents(
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
