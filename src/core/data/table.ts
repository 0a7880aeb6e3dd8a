import type { Issue } from '../option-error.ts'
import { estimateBytes } from '../records/byte-size.ts'
import type { Frozen } from '../records/freeze.ts'
import { createOwnRows, type OwnRows, type Row } from './model.ts'
import {
  createReader,
  createRecordError,
  createTakenError,
  type FindIssues,
  parseRecord,
  type SeededTable,
  toRow,
} from './seeded-table.ts'

/** A record that was removed from a table, one that was added, or both if one replaced the other. */
export interface Change<Summary> {
  removed?: Summary
  added?: Summary
}

/** A range of a table's records. */
export interface Range {
  readonly offset: number
  readonly limit: number
}

/** How the records of a table differ from the seeded ones. */
export interface TableChanges<Item> {
  /** The ids of removed seeded records. */
  readonly removed: readonly string[]
  /** Records that replace seeded records with the same ids. */
  readonly replaced: readonly Frozen<Item>[]
  /** Records that were added. */
  readonly added: readonly Frozen<Item>[]
}

/**
 * The records of one kind in one world: first the seeded ones, then the added ones in their order.
 * Every record is validated before it is written. Returned records are frozen and are not rows of the
 * database.
 */
export interface Table<Item, Summary = Frozen<Item>> {
  /** Adds a record. @throws with all issues, or the id if it is taken */
  insert(input: unknown): Frozen<Item>
  /** Replaces a record. @throws like `insert`, and for an unknown id */
  replace(id: string, input: unknown): Frozen<Item>
  /** Removes a record. Returns whether it existed. */
  remove(id: string): boolean
  get(id: string): Frozen<Item> | undefined
  /** Returns the summary of a record without completing it. */
  getSummary(id: string): Summary | undefined
  /** Returns all records, or those of a range. It completes the seeded ones, which takes long in a large world. */
  all(range?: Range): readonly Frozen<Item>[]
  /** Yields the summaries of all records without completing any. */
  summaries(): Iterable<Summary>
  count(): number
  /** Lists the changes of the seeded records and the added records. */
  listChanges(): Change<Summary>[]
  /** Returns the same changes as records, for snapshots. */
  readChanges(): TableChanges<Item>
}

export interface TableOptions<Item, Summary> {
  findIssues: FindIssues<Item>
  /**
   * Reserves the bytes of a change before it happens. A negative number frees bytes.
   *
   * @throws NoRoomError if they don't fit
   */
  admit(bytes: number): void
  /** Called after every change. */
  onChange(change: Change<Summary>): void
}

// The bytes to remember that a seeded record was removed.
const REMOVAL_BYTES = 256
// The bytes of a row in the library and in the table, of its entries in the lists of deployments, and
// of later additions.
const ROW_BYTES = 2048
// The values themselves, and their JSON.
const COPIES = 2

/** Estimates the bytes of a written record. */
function measureRecord(values: unknown): number {
  return ROW_BYTES + COPIES * estimateBytes(values)
}

/** Estimates the bytes of changes in a table. */
export function measureChanges({ removed = [], replaced = [], added = [] }: Partial<TableChanges<unknown>>): number {
  const records = [...replaced, ...added]
  return records.reduce<number>((sum, record) => sum + measureRecord(record), removed.length * REMOVAL_BYTES)
}

/**
 * Creates a table on top of seeded records. It uses memory only for what is written. The seeded records
 * never change.
 */
export function createTable<Item, Summary = Frozen<Item>>(
  seeded: SeededTable<Item, Summary>,
  { findIssues, admit, onChange }: TableOptions<Item, Summary>,
): Table<Item, Summary> {
  const { kind } = seeded
  // For each changed seeded record: the row that replaces it, or null if it was removed.
  const replaced = new Map<string, Row | null>()
  const added = new Map<string, Row>()
  const countBytes = createMeter(admit)
  let gone = 0
  const readOwn = createReader<Item>(kind)
  let ownRows: OwnRows | undefined

  const getRow = (id: string): Row | undefined => {
    const own = added.get(id) ?? replaced.get(id)
    return own === undefined ? seeded.rows.get(id) : (own ?? undefined)
  }
  const toRecord = (row: Row): Frozen<Item> => (seeded.rows.get(row.id) === row ? seeded.toRecord(row) : readOwn(row))
  const place = (id: string, row: Row | undefined): void => {
    const isSeeded = seeded.rows.has(id) && replaced.get(id) !== null
    if (isSeeded) replaced.set(id, row ?? null)
    if (isSeeded) gone += row === undefined ? 1 : 0
    else if (row === undefined) added.delete(id)
    else added.set(id, row)
  }
  const change = (id: string, values: Row | undefined): Row | undefined => {
    const before = getRow(id)
    countBytes(id, values === undefined ? measureRemoval(seeded, id) : measureRecord(values))
    ownRows ??= createOwnRows(kind.name, kind.schema)
    if (before !== undefined && before !== seeded.rows.get(id)) ownRows.remove(before)
    const after = values === undefined ? undefined : ownRows.create(toRow(values))
    place(id, after)
    onChange(toChange(before, after))
    return after
  }
  const write = (values: Row): Frozen<Item> => toRecord(change(values.id, values) as Row)
  // Null means a removed seeded record, and undefined an unchanged one.
  const listSeeded = (row: Row): Row | Row[] =>
    replaced.get(row.id) === undefined ? row : (replaced.get(row.id) ?? [])
  const listRows = (): Row[] => [...[...seeded.rows.values()].flatMap(listSeeded), ...added.values()]

  return {
    insert(input) {
      const values = parseRecord('create', kind, input, findIssues)
      if (getRow(values.id) === undefined) return write(values)
      throw createTakenError(kind.name, values.id)
    },
    replace(id, input) {
      if (getRow(id) === undefined) throw createRecordError('update', kind, [describeAbsence(id)])
      const values = parseRecord('update', kind, input, findIssues)
      if (values.id === id) return write(values)
      throw createRecordError('update', kind, [describeOtherId(id, values.id)])
    },
    remove(id) {
      if (getRow(id) === undefined) return false
      change(id, undefined)
      return true
    },
    get(id) {
      const row = getRow(id)
      return row === undefined ? undefined : toRecord(row)
    },
    // A row has the fields of a summary, whether it is completed or not.
    getSummary: (id) => getRow(id) as unknown as Summary | undefined,
    all: (range) => pickRange(listRows(), range).map(toRecord),
    summaries: () => listRows() as unknown as Iterable<Summary>,
    count: () => seeded.rows.size - gone + added.size,
    listChanges: () => [
      ...Array.from(replaced, ([id, row]) => toChange<Summary>(seeded.rows.get(id), row ?? undefined)),
      ...Array.from(added.values(), (row) => toChange<Summary>(undefined, row)),
    ],
    readChanges: () => ({
      removed: [...replaced].filter(([, row]) => row === null).map(([id]) => id),
      replaced: [...replaced.values()].filter((row) => row !== null).map(toRecord),
      added: [...added.values()].map(toRecord),
    }),
  }
}

function measureRemoval({ rows }: SeededTable<unknown, unknown>, id: string): number {
  return rows.has(id) ? REMOVAL_BYTES : 0
}

// Reserves the bytes of each changed record, minus those that were reserved for it before.
function createMeter(admit: (bytes: number) => void): (id: string, bytes: number) => void {
  const sizes = new Map<string, number>()
  return (id, bytes) => {
    admit(bytes - (sizes.get(id) ?? 0))
    if (bytes === 0) sizes.delete(id)
    else sizes.set(id, bytes)
  }
}

function pickRange<Item>(items: Item[], range: Range | undefined): Item[] {
  return range === undefined ? items : items.slice(range.offset, range.offset + range.limit)
}

function describeAbsence(id: string): Issue {
  return { path: '', message: `no record has the id "${id}"` }
}

function describeOtherId(id: string, other: string): Issue {
  return { path: 'id', message: `the id is "${other}". The id of "${id}" cannot change` }
}

function toChange<Summary>(before: Row | undefined, after: Row | undefined): Change<Summary> {
  return {
    ...(before === undefined ? {} : { removed: before as unknown as Summary }),
    ...(after === undefined ? {} : { added: after as unknown as Summary }),
  }
}
