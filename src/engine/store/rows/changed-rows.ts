// The rows of a table that differ from the seeded ones, as an immutable value, and groups of them.

import { createOrderedList, type OrderedList } from '../listing/ordered-list.ts'
import { createSharedMap, type SharedMap } from '../shared-map.ts'
import type { Row, Where } from './model.ts'
import type { Range, RemovedRow, SeededRows } from './seeded-rows.ts'

export interface NewRow {
  readonly row: Row
  readonly bytes: number
  /** The record as it was stored, if it did not fit the world like that. */
  readonly storedAs?: unknown
}

export interface ChangedRow extends NewRow {
  /** The seeded row that it replaces; undefined if it was added. */
  readonly seeded: Row | undefined
  /** Orders the changed rows by their first change. */
  readonly place: number
}

/** How the rows of a table differ from the seeded ones. A removed row leaves its id to an added one. */
export interface ChangedRows {
  readonly current: SharedMap<ChangedRow>
  readonly removed: SharedMap<RemovedRow>
  /** The ids of the added rows in their order. */
  readonly added: OrderedList<{ readonly id: string }>
  readonly nextPlace: number
  readonly bytes: number
}

// Small, because a change copies a block.
const BLOCK_SIZE = 64
// The bytes to remember that a seeded record was removed.
export const REMOVAL_BYTES = 256

const byPlace = { isDescending: false, keyOf: () => 0 }

/** The rows of a table that nobody has changed. */
export const NO_ROWS: ChangedRows = {
  current: createSharedMap(),
  removed: createSharedMap(),
  added: createOrderedList(byPlace, [], BLOCK_SIZE),
  nextPlace: 0,
  bytes: 0,
}

/** Sets or removes a row, given the one with the same id. */
export function setRow(
  rows: ChangedRows,
  before: Row | undefined,
  next: NewRow | { readonly id: string },
): ChangedRows {
  const id = 'row' in next ? next.row.id : next.id
  const known = rows.current.get(id)
  const seeded = known === undefined ? before : known.seeded
  const { place = rows.nextPlace, bytes = 0 } = known ?? {}
  const entry = { item: { id }, key: place }
  const nextPlace = Math.max(rows.nextPlace, place + 1)
  if ('row' in next) {
    return {
      ...rows,
      current: rows.current.set(id, { seeded, place, ...next }),
      added: seeded === undefined && known === undefined ? rows.added.with(entry) : rows.added,
      nextPlace,
      bytes: rows.bytes + next.bytes - bytes,
    }
  }
  const current = rows.current.delete(id)
  if (seeded === undefined) return { ...rows, current, added: rows.added.without(entry), bytes: rows.bytes - bytes }
  const removed = rows.removed.set(id, { seeded, place })
  return { ...rows, current, removed, nextPlace, bytes: rows.bytes + REMOVAL_BYTES - bytes }
}

/** Finds a row, or asks for the seeded one. */
export function findRow(rows: ChangedRows, id: string, find: (id: string) => Row | undefined): Row | undefined {
  const own = rows.current.get(id)
  if (own !== undefined) return own.row
  return rows.removed.get(id) === undefined ? find(id) : undefined
}

export function countRows({ removed, added }: ChangedRows, seeded: SeededRows): number {
  return seeded.count() - removed.size + added.size
}

/** Lists the rows, or a range: first the seeded ones or those that replace them, then the added ones. */
export function listRows(rows: ChangedRows, seeded: SeededRows, range?: Range): readonly Row[] {
  const { current, removed, added } = rows
  const first = seeded.list(range, removed)
  const unmoved = current.size === added.size ? first : first.map((row) => current.get(row.id)?.row ?? row)
  const missing = (range?.limit ?? Number.POSITIVE_INFINITY) - first.length
  if (missing <= 0 || added.size === 0) return unmoved
  const start = Math.max(0, (range?.offset ?? 0) - (seeded.count() - removed.size))
  return [...unmoved, ...added.slice(start, missing).map(({ id }) => (current.get(id) as ChangedRow).row)]
}

/** Finds the rows with some values, in the order of `listRows`, given the changed rows that have them. */
export function selectRows(rows: ChangedRows, seeded: SeededRows, where: Where, own: readonly Row[]): readonly Row[] {
  const { current, removed } = rows
  const found = seeded.find(where)
  if (current.size + removed.size === 0) return found
  const isUnchanged = ({ id }: Row) => current.get(id) === undefined && removed.get(id) === undefined
  const unchanged = found.filter(isUnchanged)
  const changed = own.flatMap(({ id }) => current.get(id) ?? []).sort(comparePlaces)
  const replacing = changed.flatMap((each) => each.seeded ?? [])
  const fromSeed = replacing.length === 0 ? unchanged : seeded.sort([...unchanged, ...replacing])
  const added = changed.flatMap((each) => (each.seeded === undefined ? each.row : []))
  return [...fromSeed.map((row) => current.get(row.id)?.row ?? row), ...added]
}

export function listChanged({ current, removed }: ChangedRows) {
  const changed = Array.from(current.entries(), ([, each]) => each).sort(comparePlaces)
  return {
    removed: Array.from(removed.entries(), ([, each]) => each).sort(comparePlaces),
    replaced: changed.flatMap((each) => (each.seeded === undefined ? [] : { ...each, seeded: each.seeded })),
    added: changed.filter(({ seeded }) => seeded === undefined),
  }
}

function comparePlaces(one: { readonly place: number }, other: { readonly place: number }): number {
  return one.place - other.place
}

/** Creates groups of the changed rows, by the fields that were searched by together. */
export function createRowGroups(read: () => ChangedRows) {
  const byFields = new Map<string, RowGroups>()
  let grouped: ChangedRows | undefined
  const list = () => Array.from(read().current.entries(), ([, { row }]) => row)
  const group = (fields: readonly string[]): RowGroups => {
    const name = fields.join()
    const known = byFields.get(name)
    if (known !== undefined) return known
    const groups = { fields, rows: new Map<unknown, Set<Row>>() }
    for (const row of list()) addTo(groups, row)
    byFields.set(name, groups)
    return groups
  }
  return {
    find(where: Where): readonly Row[] {
      if (grouped !== read()) byFields.clear()
      grouped = read()
      const fields = Object.keys(where)
      if (fields.length === 0) return list()
      return [...(group(fields).rows.get(keyOf(fields, where)) ?? [])]
    },
    /** Follows a change before it is written. */
    follow(next: ChangedRows, removed: Row | undefined, added: Row | undefined) {
      if (grouped !== read()) return
      grouped = next
      for (const groups of byFields.values()) {
        if (removed !== undefined) removeFrom(groups, removed)
        if (added !== undefined) addTo(groups, added)
      }
    },
  }
}

/** Rows by the values of some fields. */
interface RowGroups {
  readonly fields: readonly string[]
  readonly rows: Map<unknown, Set<Row>>
}

function keyOf(fields: readonly string[], row: Row | Where): unknown {
  const [first = ''] = fields
  return fields.length === 1 ? (row[first] ?? null) : JSON.stringify(fields.map((field) => row[field]))
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
