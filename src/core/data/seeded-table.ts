import { type Issue, joinIssues, OptionError, TakenError } from '../option-error.ts'
import { deepFreeze, type Frozen } from '../records/freeze.ts'
import { readValue } from './describe-issues.ts'
import { createModel, POSITION, type RecordSchema, type Row } from './model.ts'
import type { RecordCache } from './record-cache.ts'

/** The name and schema of one kind of record. */
export interface RecordKind {
  name: string
  schema: RecordSchema
  /** Builds the seeded record with a number. */
  complete?(position: number): unknown
}

/** The initial records of one kind. They never change, and worlds with the same baseline share them. */
export interface SeededTable<Item, Summary = Frozen<Item>> {
  readonly kind: RecordKind
  /** Adds a record. @throws with all issues, or the id if it is taken */
  insert(input: unknown, findIssues: FindIssues<Item>): Frozen<Item>
  /** Adds a record by its number and its summary. It is completed when it is read. @throws if its id is taken */
  seed(position: number, summary: Summary): void
  readonly rows: ReadonlyMap<string, Row>
  toRecord(row: Row): Frozen<Item>
}

/** Finds the issues of a record that matches its schema. */
export type FindIssues<Item> = (record: Frozen<Item>) => Issue[]

/**
 * Creates an empty table for seeded records.
 *
 * @note @mswjs/data scans all rows to find one, even by primary key, ignores updates of object fields,
 * and returns its live rows. So tables store the rows by id, replace rows instead of updating them, and
 * return frozen records.
 *
 * @param completed caches completed records. Default: all records are kept as long as the table
 */
export function createSeededTable<Item, Summary = Frozen<Item>>(
  kind: RecordKind,
  completed?: RecordCache<Frozen<Item>>,
): SeededTable<Item, Summary> {
  const model = createModel(kind.name, kind.schema)
  const blank = Object.fromEntries(Object.keys(kind.schema.shape).map((field) => [field, null]))
  const rows = new Map<string, Row>()
  const readWhole = createReader<Item>(kind)
  const toRecord = (row: Row): Frozen<Item> => {
    if (completed === undefined || typeof row[POSITION] !== 'number') return readWhole(row)
    const known = completed.find(row)
    if (known !== undefined) return known
    const record = readRow<Item>(row, kind)
    completed.keep(row, record)
    return record
  }

  const add = (values: Row): Row => {
    if (rows.has(values.id)) throw createTakenError(kind.name, values.id)
    const row = model.create(values)
    rows.set(values.id, row)
    return row
  }

  return {
    kind,
    rows,
    toRecord,
    insert: (input, findIssues) => toRecord(add(toRow(parseRecord<Item>('create', kind, input, findIssues)))),
    seed(position, summary) {
      // A summary always has an id, but its generic type does not include it.
      add({ ...blank, ...summary, [POSITION]: position } as unknown as Row)
    },
  }
}

/** Creates a function that turns rows into frozen records. Each record is created once. */
export function createReader<Item>(kind: RecordKind): (row: Row) => Frozen<Item> {
  const records = new WeakMap<Row, Frozen<Item>>()
  return (row) => {
    const record = records.get(row) ?? readRow<Item>(row, kind)
    records.set(row, record)
    return record
  }
}

/** Validates a record before it is written to a table. @throws OptionError with all issues */
export function parseRecord<Item>(
  verb: 'create' | 'update',
  kind: RecordKind,
  input: unknown,
  findIssues: FindIssues<Item>,
): Row {
  const read = readValue(kind.schema, input)
  if ('text' in read) throw createRecordError(verb, kind, read.issues, read.text)
  const values = deepFreeze(read.value)
  // The schema of a table is that of its items, but its generic type does not include this.
  const issues = findIssues(values as Frozen<Item>)
  if (issues.length > 0) throw createRecordError(verb, kind, issues)
  return values
}

/** Returns the row of a complete record. Every column gets a value, because the library would set its own otherwise. */
export function toRow(values: Row): Row {
  return { ...values, [POSITION]: null }
}

export function createTakenError(kind: string, id: string): TakenError {
  return new TakenError(
    `Failed to create ${kind}: the id "${id}" already exists. Choose another id, or update that ${kind}.`,
  )
}

export function createRecordError(
  verb: 'create' | 'update',
  { name }: RecordKind,
  issues: readonly Issue[],
  text = joinIssues(issues),
): OptionError {
  return new OptionError(`Failed to ${verb} ${name}: ${text}.`, issues)
}

// Nested values of a row were frozen when they were written. Object.entries leaves out the library's symbols.
function readRow<Item>(row: Row, { schema, complete }: RecordKind): Frozen<Item> {
  const { [POSITION]: position, ...fields } = row
  if (typeof position === 'number' && complete !== undefined) {
    return deepFreeze(schema.parse(complete(position))) as Frozen<Item>
  }
  return Object.freeze(Object.fromEntries(Object.entries(fields))) as Frozen<Item>
}
