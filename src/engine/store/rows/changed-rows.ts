// The rows of a table that differ from the seeded ones, as an immutable value.

import { createBoundedMap } from '../../limits/bounded-map.ts'
import { onDemand } from '../../limits/on-demand.ts'
import type { Changing } from '../follower.ts'
import { createOrderedList, type OrderedList } from '../listing/ordered-list.ts'
import { createSharedMap, type SharedMap } from '../shared-map.ts'
import { POSITION, type Row, type Where } from './model.ts'

/** How many rows a parent can have. */
const MOST_DERIVED = 64

// Rows are often changed right after they were found by their parent.
const MOST_REMEMBERED = 1000

/** How many ids can be expected at once. */
export const MOST_EXPECTED = MOST_REMEMBERED

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
    const removed = was?.row ?? (before.removed.get(id) === undefined ? seeded : undefined)
    const added = is?.row ?? (after.removed.get(id) === undefined ? seeded : undefined)
    yield { removed, added, was, is }
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

export function countRows({ removed, added }: ChangedRows, seeded: SeededRows): number {
  return seeded.count() - removed.size + added.size
}

/** Finds a row, or asks for the seeded one unless it was removed. */
export function findRow({ current, removed }: ChangedRows, id: string, findSeeded: () => Row | undefined) {
  const own = current.get(id)
  if (own !== undefined) return own.row
  return removed.get(id) === undefined ? findSeeded() : undefined
}

/** Lists the rows, or a range: first the seeded ones or those that replace them, then the added ones. */
export function listRows(rows: ChangedRows, seeded: SeededRows, range?: RowRange): readonly Row[] {
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

/** A range of a table's records. */
export interface RowRange {
  readonly offset: number
  readonly limit: number
}

/** A seeded row that was removed, and its place among the changes. */
interface RemovedRow {
  readonly seeded: Row
  readonly place: number
}

/** The rows that worlds with the same baseline share. */
export interface SeededRows {
  /** Returns the row with an id. A derived one is only searched among those with the parent of `near`. */
  get(id: string, near?: Row): Row | undefined
  /** Finds the row with an id. A derived row is not derived for that, so it only has its id, its parent and its place. */
  locate(id: string, near?: Row): Row | undefined
  count(): number
  /** Lists the rows, or a range of them, without some. */
  list(range?: RowRange, without?: SharedMap<RemovedRow>): readonly Row[]
  find(where: Where): readonly Row[]
  sort(rows: readonly Row[]): Row[]
  /** Prepares to get several rows by their ids. */
  expect(ids: readonly string[]): void
}

export function createStoredRows(rows: ReadonlyMap<string, Row>, find: (where: Where) => readonly Row[]): SeededRows {
  const findPlaces = onDemand(() => new Map(Array.from(rows.keys(), (id, place) => [id, place])))
  return {
    find,
    get: (id) => rows.get(id),
    locate: (id) => rows.get(id),
    count: () => rows.size,
    list(range, without) {
      const { offset, limit } = range ?? { offset: 0, limit: Number.POSITIVE_INFINITY }
      const found: Row[] = []
      for (const row of rows.values()) {
        if (found.length >= offset + limit) break
        if (without?.get(row.id) === undefined) found.push(row)
      }
      return found.slice(offset)
    },
    sort(some) {
      const places = findPlaces()
      return some.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
    },
    expect: () => undefined,
  }
}

/** How the rows of a parent are derived from it. */
export interface Derivation {
  /** The field that contains the id of the parent. */
  readonly field: string
  count(parent: Row): number
  /** Returns the ids of the rows of a parent, without deriving the rows. */
  ids(parent: Row): readonly string[]
  derive(parent: Row): readonly Row[]
}

/** Creates rows that are derived from their parents. Finding one by its id alone takes a search of all parents. */
export function createDerivedRows(parents: SeededRows, { field, count, ids, derive }: Derivation): SeededRows {
  const index = createDerivedParents(parents, { field, ids })
  let total: number | undefined

  const positionOf = (parent: Row, place: number) => Number(parent[POSITION]) * MOST_DERIVED + place
  // Whoever asks for the rows of a parent often asks again.
  let last: { readonly parent: Row; readonly rows: readonly Row[] } | undefined
  const deriveAt = (parent: Row): readonly Row[] => {
    if (last?.parent === parent) return last.rows
    const rows = derive(parent).map((row, place) => ({ ...row, [POSITION]: positionOf(parent, place) }))
    last = { parent, rows }
    return rows
  }
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

interface ParentField {
  readonly field: string
  readonly ids: (parent: Row) => readonly string[]
}

/** Creates the index. It remembers the parents of the rows that were found last. */
function createDerivedParents(parents: SeededRows, { field, ids }: ParentField) {
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
