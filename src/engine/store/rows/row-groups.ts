// The changed rows of a table, in groups.

import { finish, type Steps } from '../../work/steps.ts'
import { createFollower, type Follower } from '../follower.ts'
import { type ChangedRows, followRows, type RowChange } from './changed-rows.ts'
import type { Row, Where } from './model.ts'

/** Creates groups of the changed rows, by the fields that were searched by together. */
export function createRowGroups(read: () => ChangedRows) {
  const byFields = new Map<string, Follower<RowGroups>>()
  const group = (fields: readonly string[]): Follower<RowGroups> => {
    const name = fields.join()
    const begin = (): RowGroups => ({ fields, rows: new Map() })
    const groups = byFields.get(name) ?? createFollower(followRows(read), { begin, follow })
    byFields.set(name, groups)
    return groups
  }
  return {
    find(where: Where): readonly Row[] {
      const fields = Object.keys(where)
      if (fields.length === 0) return Array.from(read().current.entries(), ([, { row }]) => row)
      const { rows } = finish(group(fields).catchUp())
      return [...(rows.get(keyOf(fields, where)) ?? [])]
    },
    forgetPast() {
      for (const each of byFields.values()) each.forgetPast()
    },
  }
}

/** Rows by the values of some fields. */
interface RowGroups {
  readonly fields: readonly string[]
  readonly rows: Map<unknown, Set<Row>>
}

function* follow(groups: RowGroups, changes: Iterable<RowChange>): Steps<RowGroups> {
  for (const { was, is } of changes) {
    if (was !== undefined) removeFrom(groups, was.row)
    if (is !== undefined) addTo(groups, is.row)
    yield
  }
  return groups
}

function keyOf(fields: readonly string[], row: Row | Where): unknown {
  const [first = ''] = fields
  return fields.length === 1 ? row[first] : JSON.stringify(fields.map((field) => row[field]))
}

function addTo({ fields, rows }: RowGroups, row: Row): void {
  const key = keyOf(fields, row)
  const group = rows.get(key)
  if (group === undefined) rows.set(key, new Set([row]))
  else group.add(row)
}

function removeFrom({ fields, rows }: RowGroups, row: Row): void {
  const key = keyOf(fields, row)
  const group = rows.get(key)
  group?.delete(row)
  if (group?.size === 0) rows.delete(key)
}
