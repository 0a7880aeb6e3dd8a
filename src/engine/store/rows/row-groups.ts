import type { Row, Where } from '../tables/model.ts'
import type { ChangedRows } from './changed-rows.ts'

/**
 * Creates groups of the changed rows. Only the fields that somebody has searched by are grouped. Of several fields
 * in a search, the first one selects a group, and the others are compared.
 *
 * @param read returns the changed rows at present
 */
export function createRowGroups(read: () => ChangedRows) {
  const byField = new Map<string, Map<unknown, Set<Row>>>()
  let grouped: ChangedRows | undefined
  const list = () => Array.from(read().current.entries(), ([, { row }]) => row)
  const group = (field: string): Map<unknown, Set<Row>> => {
    const known = byField.get(field)
    if (known !== undefined) return known
    const groups = new Map<unknown, Set<Row>>()
    for (const row of list()) addTo(groups, row[field], row)
    byField.set(field, groups)
    return groups
  }
  return {
    find(where: Where): readonly Row[] {
      if (grouped !== read()) byField.clear()
      grouped = read()
      const [first, ...others] = Object.entries(where)
      if (first === undefined) return list()
      const [field, value] = first
      const rows = [...(group(field).get(value) ?? [])]
      return others.length === 0 ? rows : rows.filter((row) => others.every(([name, each]) => row[name] === each))
    },
    /** Follows a change before it is written. */
    follow(next: ChangedRows, removed: Row | undefined, added: Row | undefined) {
      if (grouped !== read()) return
      grouped = next
      for (const [field, groups] of byField) {
        if (removed !== undefined) removeFrom(groups, removed[field], removed)
        if (added !== undefined) addTo(groups, added[field], added)
      }
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
