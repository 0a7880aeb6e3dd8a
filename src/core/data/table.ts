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

/** A record that left a table, one that came into it, or both where one took the other's place. */
export interface Change<Summary> {
  removed?: Summary
  added?: Summary
}

/** Some of a table's records, in their order. */
export interface Range {
  readonly offset: number
  readonly limit: number
}

/** How the records of a table differ from those that it was seeded with. */
export interface TableChanges<Item> {
  /** The ids of seeded records that are gone. */
  readonly removed: readonly string[]
  /** What stands in the places of seeded records with the same ids. */
  readonly replaced: readonly Frozen<Item>[]
  /** What came after them. */
  readonly added: readonly Frozen<Item>[]
}

/**
 * The records of one kind of one world: the seeded ones first, then what was added, in the
 * order in which it came. Every record that goes in is validated first; every record that
 * comes out is frozen and no row of the database.
 */
export interface Table<Item, Summary = Frozen<Item>> {
  /** Adds a record. @throws naming the field or the id when the record cannot be kept. */
  insert(input: unknown): Frozen<Item>
  /** Puts another record in the place of one. @throws like `insert`, and for an unknown id. */
  replace(id: string, input: unknown): Frozen<Item>
  /** Removes a record and tells whether there was one. */
  remove(id: string): boolean
  get(id: string): Frozen<Item> | undefined
  /** What there is to know of a record without completing it. */
  getSummary(id: string): Summary | undefined
  /** All records, or those of a range. Seeded ones are completed for it, which takes its time in a large world. */
  all(range?: Range): readonly Frozen<Item>[]
  /** What there is to know of all records without completing any. */
  summaries(): Iterable<Summary>
  count(): number
  /** What was changed since the table was seeded, as if it had just happened. */
  listChanges(): Change<Summary>[]
  /** The same as records, to be written down. */
  readChanges(): TableChanges<Item>
}

export interface TableOptions<Item, Summary> {
  findIssues: FindIssues<Item>
  /** Asks for the bytes that a change takes, before it happens; fewer than 0 are given back. @throws NoRoomError if they don't fit */
  admit(bytes: number): void
  /** Called after every change. */
  onChange(change: Change<Summary>): void
}

// What it takes to remember that a seeded record is gone.
const REMOVAL_BYTES = 256
// A row in the library and one in the table, its places in the lists of deployments, and what may be added to it later.
const ROW_BYTES = 2048
// The values themselves, and the JSON that is made of them.
const COPIES = 2

/** Estimates how many bytes a record takes that is written. */
function measureRecord(values: unknown): number {
  return ROW_BYTES + COPIES * estimateBytes(values)
}

/** Estimates how many bytes changes take once they are in a table. */
export function measureChanges({ removed = [], replaced = [], added = [] }: Partial<TableChanges<unknown>>): number {
  const records = [...replaced, ...added]
  return records.reduce<number>((sum, record) => sum + measureRecord(record), removed.length * REMOVAL_BYTES)
}

/**
 * Creates a table over seeded records. It costs nothing until something is written, and then
 * what is written: the seeded records are never touched.
 */
export function createTable<Item, Summary = Frozen<Item>>(
  seeded: SeededTable<Item, Summary>,
  { findIssues, admit, onChange }: TableOptions<Item, Summary>,
): Table<Item, Summary> {
  const { kind } = seeded
  // Of seeded records: what stands in their place, or null where they are gone.
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
  // Null stands for a seeded record that is gone, and undefined for one that nobody changed.
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
    // A row has the fields of a summary, complete or not.
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

// Asks for the bytes of each record that was changed, less those that it took before.
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
  return { path: '', message: `there is none with the id "${id}"` }
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
