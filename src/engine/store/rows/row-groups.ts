// Finds rows by the values of some fields, without looking at the others: in groups that follow changes, and in tables of
// hashes for rows that do not change.

import { createBoundedMap } from '../../limits/bounded-map.ts'
import { onDemand } from '../../limits/on-demand.ts'
import { finish, type Steps } from '../../work/steps.ts'
import { createFollower, type Follower } from '../follower.ts'
import { readField } from '../listing/filter.ts'
import { hashText } from '../random.ts'
import { type ChangedRows, followRows, type RowChange } from './changed-rows.ts'
import type { Row, Where } from './model.ts'

/** Rows by the values of some fields. A nested field is named by its path. */
export type RowGroups = ReturnType<typeof groupRows>

export function groupRows(fields: readonly string[], rows: Iterable<Row> = []) {
  const groups = new Map<unknown, Set<Row>>()
  const keyOf = (of: Row | Where, read: (of: object, field: string) => unknown): unknown => {
    const [first = ''] = fields
    return fields.length === 1 ? (read(of, first) ?? null) : JSON.stringify(fields.map((field) => read(of, field)))
  }
  const add = (row: Row): void => {
    const key = keyOf(row, readField)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, new Set([row]))
    else group.add(row)
  }
  for (const row of rows) add(row)
  return {
    add,
    remove(row: Row) {
      const key = keyOf(row, readField)
      const group = groups.get(key)
      group?.delete(row)
      if (group?.size === 0) groups.delete(key)
    },
    find: (where: Where): readonly Row[] => [...(groups.get(keyOf(where, Reflect.get)) ?? [])],
    count: (where: Where): number => groups.get(keyOf(where, Reflect.get))?.size ?? 0,
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

export type RowLookup = ReturnType<typeof createRowLookup>

// Each takes eight to twelve bytes for each row.
const MOST_TABLES = 4

/** Creates a lookup for rows that do not change. @param read returns the value of a field */
export function createRowLookup(list: () => readonly Row[], read: (row: Row, field: string) => unknown) {
  const findRows = onDemand(list)
  const tables = createBoundedMap<string, HashTable>({ most: MOST_TABLES })
  return {
    /** Finds the rows with some values, in their order. */
    find(where: Where): readonly Row[] {
      const fields = Object.keys(where)
      const name = JSON.stringify(fields)
      const hashOf = (get: (field: string) => unknown) =>
        fields.reduce((hash, field) => hashText(String(get(field) ?? ''), hash), 0)
      const rows = findRows()
      const table = tables.use(name) ?? hashRows(rows, (row) => hashOf((field) => read(row, field)))
      tables.set(name, table)
      const isMatch = (row: Row) => fields.every((field) => (read(row, field) ?? null) === (where[field] ?? null))
      return listPlaces(
        table,
        hashOf((field) => where[field]),
      ).flatMap((place) => {
        const row = rows[place] as Row
        return isMatch(row) ? row : []
      })
    },
  }
}

/** The places of rows by the hashes of their values. Those in one slot are linked, in their order. */
interface HashTable {
  readonly first: Int32Array
  readonly next: Int32Array
}

const NONE = -1

function hashRows(rows: readonly Row[], hashOf: (row: Row) => number): HashTable {
  const first = new Int32Array(2 ** Math.ceil(Math.log2(rows.length + 1))).fill(NONE)
  const next = new Int32Array(rows.length)
  for (let place = rows.length - 1; place >= 0; place -= 1) {
    const slot = hashOf(rows[place] as Row) & (first.length - 1)
    next[place] = first[slot] as number
    first[slot] = place
  }
  return { first, next }
}

function listPlaces({ first, next }: HashTable, hash: number): number[] {
  const places: number[] = []
  let place = first[hash & (first.length - 1)] as number
  while (place !== NONE) {
    places.push(place)
    place = next[place] as number
  }
  return places
}
