// The records of a kind in one world: the seeded ones and the changes.

import type { Issue } from '../../input/options/option-error.ts'
import { isRecord } from '../../input/schemas/schema-walk.ts'
import { quote } from '../../input/text/quote.ts'
import { type BoundedMap, createBoundedMap } from '../../limits/bounded-map.ts'
import { measureWithJson } from '../../limits/byte-size.ts'
import { hasValues, type Summary } from '../listing/filter.ts'
import {
  type ChangedRow,
  type ChangedRows,
  comparePlaces,
  countRows,
  findRow,
  listRows,
  type NewRow,
  NO_ROWS,
  type RowRange,
  selectRows,
  setRow,
} from '../rows/changed-rows.ts'
import { type Id, type IdOf, isNumeric } from '../rows/keys.ts'
import { type Row, type Where, withKey } from '../rows/model.ts'
import { createRowGroups } from '../rows/row-groups.ts'
import {
  buildRecordError,
  buildTakenIdError,
  type FindIssues,
  parseRecord,
  type RecordKind,
  type SeededTable,
} from './seeded-table.ts'

/** How the records of a table differ from the seeded ones. */
export interface TableChanges<Item> {
  /** The ids of removed seeded records. */
  readonly removed: readonly IdOf<Item>[]
  /** Records that replace seeded records with the same ids. */
  readonly replaced: readonly Item[]
  /** Records that were added. */
  readonly added: readonly Item[]
}

/** The records of one kind, to read: first the seeded ones, then the added ones in their order. They are frozen. */
export interface TableReader<Item> {
  get(id: string): Item | undefined
  /** Returns the record of a summary that the table has at the moment. */
  read(summary: Summary): Item
  /** Returns all records, or those of a range. It completes the seeded ones, which takes long in a large world. */
  all(range?: RowRange): readonly Item[]
  /** Returns the records with some values, in the order in which they were added. Those of a lookup are found at once. */
  find(where: Where): readonly Item[]
  /** Returns their summaries, without completing any. */
  select(where: Where): readonly Summary[]
  /** Whether there is one. */
  has(where: Where): boolean
  count(): number
  /** Returns the summary of a record without completing it. */
  getSummary(id: string): Summary | undefined
  /** Returns the summaries of all records without completing any. */
  summaries(): readonly Summary[]
  /** Lists the added records, in their order. */
  listAdded(): Iterable<{ readonly id: string }>
}

/** The records of one kind in one world. Every record is validated before it is written. */
export interface Table<Item> extends TableReader<Item> {
  /** Adds a record. An id known to be new is only compared with those nearby. @throws OptionError with all issues */
  insert(input: unknown, isIdNew: boolean): Item
  /** Replaces a record. @throws like `insert`, and for an unknown id */
  replace(id: string, input: unknown): Item
  /** Writes a record of an earlier world as it fits this one, and keeps it as it was. @throws OptionError */
  adopt(stored: Item, as: Adoption): void
  /** Validates a record that would replace another one. @throws like `replace` */
  check(id: string, input: unknown): void
  remove(id: string): boolean
  /** Prepares for the removal of several records. */
  expect(ids: readonly string[]): void
}

type Adoption = 'replaced' | 'added' | 'upsert'

/** Where a world holds the changed rows of a table. */
export interface RowsHolder {
  read(): ChangedRows
  /** Writes the next ones. @throws NoRoomError; nothing changes then */
  write(next: ChangedRows): void
}

export interface TableOptions<Item> {
  findIssues: FindIssues<Item>
  /** Returns a record that an earlier world stored as it fits this one. */
  refit(stored: Item): unknown
  /** Finds the issues of a record that an earlier world stored. */
  findStoredIssues: FindIssues<Item>
}

// The bytes of a row, of its entries in maps and ordered lists, and of later additions.
const ROW_BYTES = 2048

export function measureRecord(values: unknown): number {
  return ROW_BYTES + measureWithJson(values)
}

/** Reads the seeded records as a world has them that has changed none. */
export function readSeeded<Item>(seeded: SeededTable<Item>): TableReader<Item> {
  const { rows } = seeded
  return createReader(seeded, { read: () => NO_ROWS, find: rows.get, findOwn: () => [] })
}

/** Returns the changes of a table as records, for snapshots. */
export function readTableChanges<Item>(
  rows: ChangedRows,
  { kind, toRecord }: Pick<SeededTable<Item>, 'kind' | 'toRecord'>,
): TableChanges<Item> {
  const toStored = ({ row, storedAs }: ChangedRow) => (storedAs as Item | undefined) ?? toRecord(row)
  const changed = Array.from(rows.current.entries(), ([, each]) => each).sort(comparePlaces)
  return {
    // In an order that does not depend on how it came to this.
    removed: sortKeys(
      kind,
      Array.from(rows.removed.entries(), ([id]) => id),
    ) as IdOf<Item>[],
    replaced: changed.filter(({ seeded }) => seeded !== undefined).map(toStored),
    added: changed.filter(({ seeded }) => seeded === undefined).map(toStored),
  }
}

// How many removed rows are known to be gone.
const MOST_GONE = 10_000

/** Creates a table on top of seeded records, which never change. It uses memory only for what is written. */
export function createTable<Item>(
  seeded: SeededTable<Item>,
  rows: RowsHolder,
  options: TableOptions<Item>,
): Table<Item> {
  // To find out that there is no seeded row with an id, all of them may have to be compared. What is
  // scheduled for a record is looked up once more after the record was removed.
  let gone: BoundedMap<string, true> | undefined
  const lookUp = (id: string, how: 'get' | 'locate', near?: Row): Row | undefined =>
    findRow(rows.read(), id, () => (gone?.has(id) ? undefined : seeded.rows[how](id, near)))
  const groups = createRowGroups(rows.read)
  const findOwn = (where: Where) => (rows.read().current.size === 0 ? [] : groups.find(where))
  const set: Target['set'] = (before, next) => {
    const after = setRow(rows.read(), before, next)
    rows.write(after)
    groups.forgetPast()
    if ('row' in next) return
    const { id } = next
    if (after.removed.get(id) !== undefined) return
    gone ??= createBoundedMap({ most: MOST_GONE })
    gone.set(id, true)
  }
  const locate: Target['locate'] = (id, near) => lookUp(id, 'locate', near)
  return {
    ...createReader(seeded, { read: rows.read, find: (id) => lookUp(id, 'get'), findOwn }),
    ...createWriter(seeded, { read: rows.read, locate, set }, options),
    expect: seeded.rows.expect,
  }
}

interface RowSource {
  read(): ChangedRows
  find(id: string): Row | undefined
  findOwn(where: Where): readonly Row[]
}

function createReader<Item>(
  { rows: seeded, toRecord }: SeededTable<Item>,
  { read, find, findOwn }: RowSource,
): TableReader<Item> {
  const isUnchanged = ({ id }: Row) => read().current.get(id) === undefined && read().removed.get(id) === undefined
  const select = (where: Where): readonly Row[] => selectRows(read(), seeded, where, findOwn(where))
  return {
    get(id) {
      const row = find(id)
      return row === undefined ? undefined : toRecord(row)
    },
    // A row has the fields of a summary, whether it is completed or not.
    read: (summary) => toRecord(summary as Row),
    all: (range) => listRows(read(), seeded, range).map(toRecord),
    find(where) {
      if (typeof where.id === 'string' || typeof where.id === 'number') {
        const row = find(String(where.id))
        const record = row === undefined ? undefined : toRecord(row)
        return record !== undefined && hasValues(record as object, where) ? [record] : []
      }
      return select(where).map(toRecord)
    },
    select,
    has: (where) => findOwn(where).length > 0 || seeded.find(where).some(isUnchanged),
    count: () => countRows(read(), seeded),
    getSummary: find,
    summaries: () => listRows(read(), seeded),
    listAdded: () => read().added.items(),
  }
}

interface Target {
  read(): ChangedRows
  /** Finds a row to set it or to remove it. A seeded row may lack fields; see `SeededRows`. */
  locate(id: string, near?: Row): Row | undefined
  set(before: Row | undefined, next: NewRow | { readonly id: string }): void
}

/** Creates the methods of a table that validate records and write them. */
function createWriter<Item>(
  { kind, makeRow, toRecord }: SeededTable<Item>,
  { read, locate, set }: Target,
  { findIssues, refit, findStoredIssues }: TableOptions<Item>,
): Pick<Table<Item>, 'insert' | 'replace' | 'adopt' | 'check' | 'remove'> {
  const write = (before: Row | undefined, values: Row): Item => {
    const row = makeRow(values, before, read())
    set(before, { row, bytes: measureRecord(values) })
    return toRecord(row)
  }
  const findReplaced = (id: string, input: unknown): Row => {
    const before = locate(id, asRow(input))
    if (before === undefined) throw buildRecordError('update', kind, [describeAbsence(id)])
    return before
  }
  const parseReplacement = (id: string, input: unknown): Row => {
    const values = parseRecord('update', kind, input, findIssues)
    if (values.id === id) return values
    throw buildRecordError('update', kind, [describeOtherId(id, values.id)])
  }
  return {
    insert(input, isIdNew) {
      const values = parseRecord('create', kind, input, findIssues)
      if (locate(values.id, isIdNew ? values : undefined) === undefined) return write(undefined, values)
      throw buildTakenIdError(kind.singular, values.id)
    },
    replace: (id, input) => write(findReplaced(id, input), parseReplacement(id, input)),
    adopt(stored, as) {
      const { id } = withKey(stored as object as Row)
      const before = locate(id, asRow(stored))
      assertAdoptable(kind, id, { as, isKnown: before !== undefined })
      const fitted = refit(stored)
      const row = makeRow(parseRecord('update', kind, fitted, findStoredIssues), before, read())
      set(before, { row, bytes: measureRecord(stored), ...(fitted !== stored && { storedAs: stored }) })
    },
    check(id, input) {
      findReplaced(id, input)
      parseReplacement(id, input)
    },
    remove(id) {
      const before = locate(id)
      if (before === undefined) return false
      set(before, { id })
      return true
    },
  }
}

interface AdoptedRow {
  readonly as: Adoption
  readonly isKnown: boolean
}

function assertAdoptable(kind: RecordKind, id: string, { as, isKnown }: AdoptedRow): void {
  if (as === 'replaced' && !isKnown) throw buildRecordError('update', kind, [describeAbsence(id)])
  if (as === 'added' && isKnown) throw buildTakenIdError(kind.singular, id)
}

function sortKeys({ schema }: RecordKind, keys: readonly string[]): readonly Id[] {
  if (!isNumeric(schema.shape.id)) return keys.toSorted()
  return keys.map(Number).sort((one, other) => one - other)
}

// The input may still be invalid. It only narrows a search.
function asRow(input: unknown): Row | undefined {
  return isRecord(input) ? (input as Row) : undefined
}

function describeAbsence(id: string): Issue {
  return { path: '', message: `no record has the id ${quote(id)}` }
}

function describeOtherId(id: string, other: string): Issue {
  return { path: 'id', message: `the id is ${quote(other)}. The id of ${quote(id)} cannot change` }
}
