// The records of a kind in one world: the seeded ones and the changes.

import type { Issue } from '../../input/options/option-error.ts'
import { isRecord } from '../../input/schemas/schema-walk.ts'
import { quote } from '../../input/text/quote.ts'
import { onDemand } from '../../limits/on-demand.ts'
import type { Summary } from '../listing/filter.ts'
import { createOverlay, type Overlay } from '../rows/overlay.ts'
import type { RowChangeUndo } from '../rows/rewind.ts'
import type { Row } from './model.ts'
import { readRecords } from './record-reader.ts'
import {
  createReader,
  createRecordError,
  createTakenError,
  type FindIssues,
  parseRecord,
  type RecordKind,
  type SeededTable,
  toRow,
} from './seeded-table.ts'
import { createMeter, measureRecord, measureRemoval } from './table-meter.ts'
import type { Change, TableChanges, TableReader } from './table-reader.ts'

/** Writes the records of one kind in one world. Every record is validated before it is written. */
interface TableWriter<Item> {
  /**
   * Adds a record.
   *
   * @param isIdNew whether the id is known to be new; it is then only compared with those nearby
   * @throws with all issues, or the id if it is taken
   */
  insert(input: unknown, isIdNew: boolean): Item
  /** Replaces a record. @throws like `insert`, and for an unknown id */
  replace(id: string, input: unknown): Item
  /**
   * Writes a record that an earlier world stored, as it fits this one. `readChanges` returns it as it was, until
   * it is changed.
   *
   * @param as whether it replaces a seeded record, is added, or either of them (an upsert)
   * @throws like `insert` and `replace`
   */
  adopt(stored: Item, as: Adoption): void
  /** Validates a record that would replace another one. @throws like `replace` */
  check(id: string, input: unknown): void
  /** Removes a record. Returns whether it existed. */
  remove(id: string): boolean
}

/** The records of one kind in one world. */
export interface Table<Item> extends TableReader<Item>, TableWriter<Item> {
  /** Prepares for the removal of several records. */
  expect(ids: readonly string[]): void
}

type Adoption = 'replaced' | 'added' | 'upsert'

export interface TableOptions<Item> {
  findIssues: FindIssues<Item>
  /** Returns a record that an earlier world stored as it fits this one. Default: unchanged. */
  refit?: (stored: Item) => unknown
  /** Finds the issues of a record that an earlier world stored. Default: those of every record. */
  findStoredIssues?: FindIssues<Item>
  /**
   * Reserves the bytes of a change before it happens. A negative number frees bytes.
   *
   * @throws NoRoomError if they don't fit
   */
  admit(bytes: number): void
  /**
   * Called after every change.
   *
   * @param undo what undoes it
   * @param bytes those of the row before, unless it is shared with other worlds
   */
  onChange(change: Change<Summary>, undo: RowChangeUndo, bytes: number): void
}

/**
 * Creates a table on top of seeded records. It uses memory only for what is written. The seeded records
 * never change.
 *
 * @param open returns the options, before something is written for the first time
 */
export function createTable<Item>(seeded: SeededTable<Item>, open: () => TableOptions<Item>): Table<Item> {
  // Most tables of most worlds are only read, so they read what all worlds share until the first change.
  let read: TableReader<Item> = seeded.unchanged
  const write = onDemand(() => {
    const changed = createChangedTable(seeded, open())
    read = changed
    return changed
  })
  return {
    get: (id) => read.get(id),
    all: (range) => read.all(range),
    find: (where) => read.find(where),
    count: () => read.count(),
    getSummary: (id) => read.getSummary(id),
    summaries: () => read.summaries(),
    countChanges: () => read.countChanges(),
    places: () => read.places(),
    listChanges: () => read.listChanges(),
    // What is undone may have happened in an earlier world.
    readChanges: (undone = []) => (undone.length > 0 ? write() : read).readChanges(undone),
    insert: (input, isIdNew) => write().insert(input, isIdNew),
    replace: (id, input) => write().replace(id, input),
    adopt: (stored, as) => write().adopt(stored, as),
    check: (id, input) => write().check(id, input),
    remove: (id) => write().remove(id),
    expect: seeded.rows.expect,
  }
}

/** Creates the part of a table that is only needed when something is written. */
function createChangedTable<Item>(
  seeded: SeededTable<Item>,
  options: TableOptions<Item>,
): TableReader<Item> & TableWriter<Item> {
  // The records that do not fit this world as they were stored.
  const storedAs = new WeakMap<Row, Item>()
  const rows = createOverlay(seeded)
  const readOwn = createReader<Item>()
  const toRecord = (row: Row): Item => (rows.isSeeded(row) ? seeded.toRecord(row) : readOwn(row))
  return {
    ...readRecords(rows, toRecord),
    ...createWriter(seeded.kind, { rows, storedAs, toRecord }, options),
    summaries: () => rows.list(),
    countChanges: rows.countChanges,
    places: rows.places,
    listChanges: () => rows.listChanges().map(({ before, after }) => toChange(before, after)),
    readChanges: (undone) => readChanges(rows.listChanges(undone), (row) => storedAs.get(row) ?? toRecord(row)),
  }
}

/** What a table writes to. */
interface WriterTarget<Item> {
  readonly rows: Overlay
  readonly storedAs: WeakMap<Row, Item>
  toRecord(row: Row): Item
}

/** Creates the methods of a table that validate records and write them. */
function createWriter<Item>(
  kind: RecordKind,
  { rows, storedAs, toRecord }: WriterTarget<Item>,
  { findIssues, refit = (stored) => stored, findStoredIssues = findIssues, admit, onChange }: TableOptions<Item>,
): TableWriter<Item> {
  const change = createChange(rows, storedAs, { admit, onChange })
  const write = (before: Row | undefined, values: Row): Item => toRecord(change(values.id, before, values) as Row)
  const findReplaced = (id: string, input: unknown): Row => {
    const before = rows.locate(id, asRow(input))
    if (before === undefined) throw createRecordError('update', kind, [describeAbsence(id)])
    return before
  }
  const parseReplacement = (id: string, input: unknown): Row => {
    const values = parseRecord('update', kind, input, findIssues)
    if (values.id === id) return values
    throw createRecordError('update', kind, [describeOtherId(id, values.id)])
  }
  return {
    insert(input, isIdNew) {
      const values = parseRecord('create', kind, input, findIssues)
      if (rows.locate(values.id, isIdNew ? values : undefined) === undefined) return write(undefined, values)
      throw createTakenError(kind.singular, values.id)
    },
    replace: (id, input) => write(findReplaced(id, input), parseReplacement(id, input)),
    adopt(stored, as) {
      const { id } = asRow(stored) as Row
      const before = rows.locate(id, asRow(stored))
      assertAdoptable(kind, id, { as, isKnown: before !== undefined })
      const fitted = refit(stored)
      const row = change(id, before, parseRecord('update', kind, fitted, findStoredIssues), stored) as Row
      if (fitted !== stored) storedAs.set(row, stored)
    },
    check(id, input) {
      findReplaced(id, input)
      parseReplacement(id, input)
    },
    remove(id) {
      const before = rows.locate(id)
      if (before === undefined) return false
      change(id, before, undefined)
      return true
    },
  }
}

function assertAdoptable(kind: RecordKind, id: string, { as, isKnown }: { as: Adoption; isKnown: boolean }): void {
  if (as === 'replaced' && !isKnown) throw createRecordError('update', kind, [describeAbsence(id)])
  if (as === 'added' && isKnown) throw createTakenError(kind.singular, id)
}

/** Creates a function that sets or removes a row, with its memory and what undoes it. */
function createChange<Item>(
  rows: Overlay,
  storedAs: WeakMap<Row, Item>,
  { admit, onChange }: Pick<TableOptions<Item>, 'admit' | 'onChange'>,
) {
  const countBytes = createMeter(admit)
  // A later world does not know how a row of this one was stored.
  const keepStored = (undo: RowChangeUndo): RowChangeUndo => {
    const stored = typeof undo.before === 'object' ? storedAs.get(undo.before) : undefined
    return stored === undefined ? undo : { ...undo, before: toRow(stored as Row) }
  }
  return (id: string, before: Row | undefined, values: Row | undefined, stored: unknown = values): Row | undefined => {
    const undo = keepStored(rows.toUndo(id, before))
    const bytes = countBytes(id, values === undefined ? measureRemoval(rows, id) : measureRecord(stored))
    const after = rows.set(id, before, values === undefined ? undefined : toRow(values))
    onChange(toChange(before, after), undo, bytes)
    return after
  }
}

function readChanges<Item>(
  changes: ReturnType<Overlay['listChanges']>,
  toStored: (row: Row) => Item,
): TableChanges<Item> {
  return {
    removed: changes.flatMap(({ before, after }) => (before !== undefined && after === undefined ? before.id : [])),
    replaced: changes.flatMap(({ before, after }) => (before && after ? toStored(after) : [])),
    added: changes.flatMap(({ before, after }) => (before === undefined && after ? toStored(after) : [])),
  }
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

function toChange(removed: Row | undefined, added: Row | undefined): Change<Summary> {
  return { ...(removed === undefined ? {} : { removed }), ...(added === undefined ? {} : { added }) }
}
