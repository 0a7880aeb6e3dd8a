import { type Issue, joinIssues, OptionError, TakenError } from '../option-error.ts'
import { deepFreeze, type Frozen } from '../records/freeze.ts'
import { readValue } from './describe-issues.ts'
import { createModel, POSITION, type RecordSchema, type Row } from './model.ts'
import type { RecordCache } from './record-cache.ts'

/** What there is to know of one kind of record. */
export interface RecordKind {
  name: string
  schema: RecordSchema
  /** Builds the seeded record of a number. */
  complete?(position: number): unknown
}

/** The records of one kind that worlds begin with. Once they are there, they stay: all worlds that begin alike share them. */
export interface SeededTable<Item, Summary = Frozen<Item>> {
  readonly kind: RecordKind
  /** Adds a record. @throws naming the issues, or the id when it is taken */
  insert(input: unknown, findIssues: FindIssues<Item>): Frozen<Item>
  /** Adds a record by its number and its summary; it is completed when it is read. @throws when its id is taken */
  seed(position: number, summary: Summary): void
  readonly rows: ReadonlyMap<string, Row>
  toRecord(row: Row): Frozen<Item>
}

/** Says what is wrong with a record of the right shape, issue by mistake. */
export type FindIssues<Item> = (record: Frozen<Item>) => Issue[]

/**
 * Creates an empty table to be seeded.
 *
 * @note @mswjs/data scans all rows to find one, by primary key too, ignores updates of object
 * fields, and hands out its live rows. So tables keep the rows by id, replace instead of
 * patching, and give out frozen records made of them.
 *
 * @param completed keeps records that were completed. Default: all records stay for as long as the table
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
      // A summary has an id, which its generic type cannot say.
      add({ ...blank, ...summary, [POSITION]: position } as unknown as Row)
    },
  }
}

/** Creates what makes frozen records of rows; each row's record is made once. */
export function createReader<Item>(kind: RecordKind): (row: Row) => Frozen<Item> {
  const records = new WeakMap<Row, Frozen<Item>>()
  return (row) => {
    const record = records.get(row) ?? readRow<Item>(row, kind)
    records.set(row, record)
    return record
  }
}

/** Checks a record on its way into a table. @throws OptionError naming every issue */
export function parseRecord<Item>(
  verb: 'create' | 'update',
  kind: RecordKind,
  input: unknown,
  findIssues: FindIssues<Item>,
): Row {
  const read = readValue(kind.schema, input)
  if ('text' in read) throw createRecordError(verb, kind, read.issues, read.text)
  const values = deepFreeze(read.value)
  // A table's schema is that of its items, which its generic type cannot say.
  const issues = findIssues(values as Frozen<Item>)
  if (issues.length > 0) throw createRecordError(verb, kind, issues)
  return values
}

/** The row of a whole record: a column without a value would get one of the library's own. */
export function toRow(values: Row): Row {
  return { ...values, [POSITION]: null }
}

export function createTakenError(kind: string, id: string): TakenError {
  return new TakenError(`Failed to create ${kind}: the id "${id}" exists. Choose another id, or update that ${kind}.`)
}

export function createRecordError(
  verb: 'create' | 'update',
  { name }: RecordKind,
  issues: readonly Issue[],
  text = joinIssues(issues),
): OptionError {
  return new OptionError(`Failed to ${verb} ${name}: ${text}.`, issues)
}

// What is nested in a row is frozen since it was written; the library's symbols stay behind.
function readRow<Item>(row: Row, { schema, complete }: RecordKind): Frozen<Item> {
  const { [POSITION]: position, ...fields } = row
  if (typeof position === 'number' && complete !== undefined) {
    return deepFreeze(schema.parse(complete(position))) as Frozen<Item>
  }
  return Object.freeze(Object.fromEntries(Object.entries(fields))) as Frozen<Item>
}
