// Rows grouped by the values of a field, so that those with a value are found without a scan.

import type { Row, Where } from '../tables/model.ts'

/** Rows that are found by the values of their fields. */
export interface RowGroups {
  add(row: Row): void
  remove(row: Row): void
  find(where: Where): readonly Row[]
}

/**
 * Creates groups without rows. Only the fields that somebody has searched by are grouped. Of several fields
 * in a search, the first one selects a group, and the others are compared.
 *
 * @param list lists all rows, when a field is searched by for the first time
 */
export function createRowGroups(list: () => readonly Row[]): RowGroups {
  const byField = new Map<string, Map<unknown, Set<Row>>>()

  const group = (field: string): Map<unknown, Set<Row>> => {
    const known = byField.get(field)
    if (known !== undefined) return known
    const groups = new Map<unknown, Set<Row>>()
    for (const row of list()) addTo(groups, row[field], row)
    byField.set(field, groups)
    return groups
  }
  return {
    add(row) {
      for (const [field, groups] of byField) addTo(groups, row[field], row)
    },
    remove(row) {
      for (const [field, groups] of byField) removeFrom(groups, row[field], row)
    },
    find(where) {
      const [first, ...others] = Object.entries(where)
      if (first === undefined) return list()
      const [field, value] = first
      const rows = [...(group(field).get(value) ?? [])]
      return others.length === 0 ? rows : rows.filter((row) => others.every(([name, each]) => row[name] === each))
    },
  }
}

function addTo(groups: Map<unknown, Set<Row>>, value: unknown, row: Row): void {
  const rows = groups.get(value)
  if (rows === undefined) groups.set(value, new Set([row]))
  else rows.add(row)
}

function removeFrom(groups: Map<unknown, Set<Row>>, value: unknown, row: Row): void {
  const rows = groups.get(value)
  rows?.delete(row)
  if (rows?.size === 0) groups.delete(value)
}
