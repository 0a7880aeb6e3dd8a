// The rows of a table that differ from the seeded ones, as an immutable value.

import type { Changing } from '../follower.ts'
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
  /** The bytes of the rows that were replaced or removed so far, which older values of the rows may keep. */
  readonly gone: number
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
  gone: 0,
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
  const gone = rows.gone + bytes
  if ('row' in next) {
    return {
      ...rows,
      current: rows.current.set(id, { seeded, place, ...next }),
      added: seeded === undefined && known === undefined ? rows.added.with(entry) : rows.added,
      nextPlace,
      bytes: rows.bytes + next.bytes - bytes,
      gone,
    }
  }
  const current = rows.current.delete(id)
  if (seeded === undefined)
    return { ...rows, current, added: rows.added.without(entry), bytes: rows.bytes - bytes, gone }
  const removed = rows.removed.set(id, { seeded, place })
  return { ...rows, current, removed, nextPlace, bytes: rows.bytes + REMOVAL_BYTES - bytes, gone }
}

/** A row that differs between two values of the rows: what it was, and what it is. */
export interface RowChange {
  readonly removed: Row | undefined
  readonly added: Row | undefined
  /** What it was, unless it was seeded. */
  readonly was: ChangedRow | undefined
  readonly is: ChangedRow | undefined
}

/** Lists the rows that differ, in any order. What both share is skipped. */
export function* listRowChanges(before: ChangedRows, after: ChangedRows): Generator<RowChange, void> {
  for (const id of listDifferentIds(before, after)) {
    const [was, is] = [before.current.get(id), after.current.get(id)]
    const seeded = (was ?? is)?.seeded ?? (before.removed.get(id) ?? after.removed.get(id))?.seeded
    const find = ({ removed }: ChangedRows) => (removed.get(id) === undefined ? seeded : undefined)
    yield { removed: was?.row ?? find(before), added: is?.row ?? find(after), was, is }
  }
}

/** The rows as data that lists and groups follow. */
export function followRows(read: () => ChangedRows): Changing<ChangedRows, RowChange> {
  return { first: NO_ROWS, read, compare: listRowChanges }
}

export function* listDifferentIds(before: ChangedRows, after: ChangedRows): Generator<string, void> {
  yield* before.current.differences(after.current)
  for (const id of before.removed.differences(after.removed)) {
    if (before.current.get(id) === after.current.get(id)) yield id
  }
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

export function comparePlaces(one: { readonly place: number }, other: { readonly place: number }): number {
  return one.place - other.place
}
