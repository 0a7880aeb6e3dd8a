import { createBoundedMap } from '../../limits/bounded-map.ts'
import { createOwnRows, type OwnRows, type Row, type Where } from '../tables/model.ts'
import type { SeededTable } from '../tables/seeded-table.ts'
import { createAddedRows } from './added-rows.ts'
import { type ChangedRows, type Replacement, type RowChangeUndo, type RowUndo, rewindRows } from './rewind.ts'
import { createRowGroups } from './row-groups.ts'
import type { Range, SeededRows } from './seeded-rows.ts'

/** The rows of one world: the seeded rows, which other worlds share, under its own changes. */
export interface Overlay {
  /** @param near the row that has or will have the id, if it is known; see `SeededRows` */
  get(id: string, near?: Row): Row | undefined
  /** Finds a row to set it or to remove it. A seeded row may lack fields; see `SeededRows`. */
  locate(id: string, near?: Row): Row | undefined
  /**
   * Sets or removes a row.
   *
   * @param before what `locate` has found
   * @returns the new row
   */
  set(id: string, before: Row | undefined, values: Row | undefined): Row | undefined
  isSeeded(row: Row): boolean
  /** Whether a seeded row has an id, or had it before it was changed. */
  startedWith(id: string): boolean
  /** Lists the rows, or a range: first the seeded ones or those that replace them, then the added ones. */
  list(range?: Range): readonly Row[]
  find(where: Where): readonly Row[]
  count(): number
  /** How many rows differ from the seeded ones. */
  countChanges(): number
  /**
   * Lists the rows that differ from the seeded ones.
   *
   * @param undone what undoes the latest changes, the last one first; they are left out
   */
  listChanges(undone?: readonly RowUndo[]): { before: Row | undefined; after: Row | undefined }[]
  /** Returns what undoes the next change of a row. */
  toUndo(id: string, before: Row | undefined): RowChangeUndo
  /** The places of the added rows, in their order. */
  places(): readonly number[]
}

// How many removed rows are known to be gone.
const MOST_GONE = 10_000

/** Creates an overlay without changes. */
export function createOverlay({ kind, rows: seeded }: Pick<SeededTable<unknown>, 'kind' | 'rows'>): Overlay {
  const layers = createLayers(seeded)
  const { replaced, removed, added, find, place, asSeeded } = layers
  let ownRows: OwnRows | undefined
  const groups = createRowGroups(() => {
    const replacing = Array.from(replaced.values(), ({ after }) => after ?? [])
    return [...replacing.flat(), ...added.list()]
  })

  return {
    get: (id, near) => find(id, near, seeded.get),
    locate: (id, near) => find(id, near, seeded.locate),
    set(id, before, values) {
      ownRows ??= createOwnRows(kind.singular, kind.schema)
      if (before !== undefined && asSeeded(before) === undefined) {
        ownRows.remove(before)
        groups.remove(before)
      }
      const after = values === undefined ? undefined : ownRows.create(values)
      place(id, before, after)
      if (after !== undefined) groups.add(after)
      return after
    },
    isSeeded: seeded.has,
    startedWith: layers.startedWith,
    list: (range) => listRows(layers, range),
    find: (where) => findRows(layers, where, groups.find(where)),
    count: () => seeded.count() - removed.size + added.count(),
    countChanges: () => replaced.size + added.count(),
    listChanges: (undone = []) => toList(rewindRows({ replaced, added: added.placed() }, undone)),
    places: () => added.placed().map(({ place }) => place),
    toUndo: (id, before) => ({
      id,
      before: asSeeded(before) === undefined ? before : 'seeded',
      place: added.placeOf(id),
    }),
  }
}

type Layers = ReturnType<typeof createLayers>

/** The seeded rows, and what differs from them: nothing at first. */
function createLayers(seeded: SeededTable<unknown>['rows']) {
  const replaced = new Map<string, Replacement>()
  const removed = new Map<string, Row>()
  const added = createAddedRows()
  // To find out that there is no seeded row with an id, all of them may have to be compared. What is
  // scheduled for a record is looked up once more after the record was removed.
  const gone = createBoundedMap<string, true>({ most: MOST_GONE })
  const asSeeded = (row: Row | undefined): Row | undefined => (row !== undefined && seeded.has(row) ? row : undefined)
  return {
    seeded,
    replaced,
    removed,
    added,
    asSeeded,
    startedWith: (id: string) =>
      replaced.has(id) || (!added.has(id) && !gone.has(id) && seeded.locate(id) !== undefined),
    find(id: string, near: Row | undefined, findSeeded: SeededRows['get']): Row | undefined {
      const own = added.get(id)
      if (own !== undefined) return own
      const replacement = replaced.get(id)
      if (replacement !== undefined) return replacement.after
      return gone.has(id) ? undefined : findSeeded(id, near)
    },
    // A removed seeded row leaves its id to an added one.
    place(id: string, before: Row | undefined, after: Row | undefined): void {
      const original = removed.has(id) ? undefined : (replaced.get(id)?.before ?? asSeeded(before))
      if (original !== undefined) replaced.set(id, { before: original, after })
      if (original !== undefined && after === undefined) removed.set(id, original)
      if (original !== undefined) return
      added.set(id, after)
      if (after === undefined) gone.set(id, true)
    },
  }
}

function listRows({ seeded, replaced, removed, added }: Layers, range: Range | undefined): Row[] {
  const current = seeded.list(range, removed).map((row) => toCurrent(row, replaced))
  if (range === undefined) return [...current, ...added.list()]
  const missing = range.limit - current.length
  if (missing <= 0 || added.count() === 0) return current
  const first = Math.max(0, range.offset - (seeded.count() - removed.size))
  return [...current, ...added.list().slice(first, first + missing)]
}

/** @param own the added and the replacing rows that match */
function findRows(
  { seeded, replaced, added }: Layers,
  where: Parameters<Overlay['find']>[0],
  own: readonly Row[],
): Row[] {
  const unchanged = seeded.find(where).filter(({ id }) => !replaced.has(id))
  if (own.length === 0) return unchanged
  const replacing = own.flatMap(({ id }) => (added.has(id) ? [] : (replaced.get(id)?.before ?? [])))
  const fromSeed = replacing.length === 0 ? unchanged : seeded.sort([...unchanged, ...replacing])
  return [...fromSeed.map((row) => toCurrent(row, replaced)), ...added.sort(own)]
}

function toCurrent(row: Row, replaced: Layers['replaced']): Row {
  return replaced.get(row.id)?.after ?? row
}

function toList({ replaced, added }: ChangedRows): ReturnType<Overlay['listChanges']> {
  return [...replaced.values(), ...added.map(({ row }) => ({ before: undefined, after: row }))]
}
