// Rows in groups by the values of some fields, so that those with some values are found without looking at others.

import { finish, type Steps } from '../../work/steps.ts'
import { createFollower, type Follower } from '../follower.ts'
import { readField } from '../listing/filter.ts'
import { type ChangedRows, followRows, type RowChange } from './changed-rows.ts'
import type { Row, Where } from './model.ts'

/** Rows by the values of some fields. A nested field is named by its path. */
export type RowGroups = ReturnType<typeof groupRows>

export function groupRows(fields: readonly string[], rows: Iterable<Row> = []) {
  const groups = new Map<unknown, Set<Row>>()
  const keyOf = (read: (field: string) => unknown): unknown => {
    const [first = ''] = fields
    return fields.length === 1 ? (read(first) ?? null) : JSON.stringify(fields.map(read))
  }
  const keyOfRow = (row: Row) => keyOf((field) => readField(row, field))
  const add = (row: Row): void => {
    const key = keyOfRow(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, new Set([row]))
    else group.add(row)
  }
  for (const row of rows) add(row)
  return {
    add,
    remove(row: Row) {
      const key = keyOfRow(row)
      const group = groups.get(key)
      group?.delete(row)
      if (group?.size === 0) groups.delete(key)
    },
    find: (where: Where): readonly Row[] => [...(groups.get(keyOf((field) => where[field])) ?? [])],
  }
}

/** Creates groups of the changed rows, by the fields that were searched by together. */
export function createRowGroups(read: () => ChangedRows) {
  const byFields = new Map<string, Follower<RowGroups>>()
  return {
    find(where: Where): readonly Row[] {
      const fields = Object.keys(where)
      if (fields.length === 0) return Array.from(read().current.entries(), ([, { row }]) => row)
      const groups = byFields.get(fields.join()) ?? createFollower(followRows(read), () => groupRows(fields), follow)
      byFields.set(fields.join(), groups)
      return finish(groups.catchUp()).find(where)
    },
    forgetPast() {
      for (const each of byFields.values()) each.forgetPast()
    },
  }
}

function* follow(groups: RowGroups, changes: Iterable<RowChange>): Steps<RowGroups> {
  for (const { was, is } of changes) {
    if (was !== undefined) groups.remove(was.row)
    if (is !== undefined) groups.add(is.row)
    yield
  }
  return groups
}
