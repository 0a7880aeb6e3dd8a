// The seeded records of a kind, and how long what is derived from them can be cached.

import { type Issue, joinIssues, OptionError, TakenError } from '../../input/options/option-error.ts'
import { readAt, readValue } from '../../input/schemas/describe-issues.ts'
import { findNoJson } from '../../input/schemas/free-form.ts'
import { deepFreeze, isRecord, omitUndefined, type Path } from '../../input/schemas/schema-walk.ts'
import { quote, showPath } from '../../input/text/quote.ts'
import { showValue } from '../../input/text/show-value.ts'
import { createBoundedMap } from '../../limits/bounded-map.ts'
import type { ByteBudget, Kept } from '../../limits/byte-budget.ts'
import { measureWithJson } from '../../limits/byte-size.ts'
import { derivedFrom, onDemandBy } from '../../limits/on-demand.ts'
import { hasValues, type Summary } from '../listing/filter.ts'
import { ADDED } from '../listing/ordering.ts'
import { type ChangedRows, createStoredRows, type SeededRows } from '../rows/changed-rows.ts'
import {
  createModel,
  createRowMaker,
  createRowReader,
  findRows,
  POSITION,
  pickSchema,
  type Row,
  type RowKind,
  type TableModel,
  type Where,
  withKey,
} from '../rows/model.ts'
import { createRowLookup, groupRows, type RowLookup } from '../rows/row-groups.ts'

export interface RecordKind extends RowKind {
  /** The fields that records are looked up by, alone or together. `find` by any others looks at all of them. */
  readonly lookups?: readonly (readonly string[])[]
}

/** Caches completed seeded records, as long as there is memory for them. */
export interface RecordCache<Item> {
  find(row: Row): Item | undefined
  keep(row: Row, record: Item): void
}

/** How seeded records are completed that were added by their number and summary. */
export interface Completion<Item> {
  complete(position: number, summary: Summary): unknown
  completed: RecordCache<Item>
}

/** The initial records of one kind. They never change, and worlds with the same baseline share them. */
export interface SeededTable<Item> {
  readonly kind: RecordKind
  /** Adds a record. @throws with all issues, or the id if it is taken */
  insert(input: unknown, findIssues: FindIssues<Item>): Item
  /** Adds a record by its number and its summary, completed when it is read unless it is whole. @throws TakenError */
  seed(position: number, summary: Summary, whole?: Row): void
  readonly rows: SeededRows
  /** Makes a row that a world adds from the fields of a record. It keeps the place of the row before, if there is one. */
  makeRow(values: Row, before: Row | undefined, changed: ChangedRows): Row
  /** Drops what searches have left, which can be found again. */
  forget(): void
  /** Returns the record of a row, whether it is seeded or was made. */
  toRecord(row: Row): Item
}

export type FindIssues<Item> = (record: Item) => Issue[]

/**
 * Creates an empty table for seeded records.
 *
 * @note @mswjs/data scans all rows to find one, even by primary key, ignores updates of object fields,
 * and returns its live rows. So tables store the rows by id, replace rows instead of updating them, and
 * return frozen records.
 */
export function createSeededTable<Item>(
  kind: RecordKind,
  { complete, completed }: Completion<Item>,
): SeededTable<Item> {
  // Many tables of a small world are empty.
  let model: TableModel | undefined
  // A row with twenty columns takes twice as much memory as one with nineteen, so there are only those of the summary.
  let outlines: TableModel | undefined
  let outlined: ReadonlySet<string> | undefined
  const rows = new Map<string, Row>()
  const makeRow = createRowMaker(kind)
  const readRow = createRowReader<Item>(kind)
  const readWhole = derivedFrom(readRow)
  const toRecord = (row: Row): Item => {
    const position = row[POSITION]
    if (typeof position !== 'number') return readWhole(row)
    const known = completed.find(row)
    if (known !== undefined) return known
    // The row has the fields of its summary.
    const record = deepFreeze(kind.schema.parse(complete(position, readRow(row) as Summary))) as Item
    completed.keep(row, record)
    return record
  }
  const add = (to: TableModel, values: Row): Row => {
    if (rows.has(values.id)) throw buildTakenIdError(kind.singular, values.id)
    const row = to.create(kind.isNumbered === true ? { [ADDED]: rows.size, ...values } : values)
    rows.set(values.id, row)
    follow(row)
    return row
  }

  const { find, forget, follow } = createFinder(kind, rows, {
    query: (where) => [model, outlines].flatMap((each) => (each === undefined ? [] : findRows(each, where))),
    hasColumn: (field) => outlined?.has(field) ?? true,
    read: (row, field) => (field in row ? row[field] : Reflect.get(toRecord(row) as object, field)),
  })
  return {
    kind,
    rows: createStoredRows(rows, find),
    forget,
    makeRow(values, before, { nextPlace }) {
      if (kind.isNumbered !== true) return makeRow(values)
      return makeRow({ [ADDED]: before?.[ADDED] ?? rows.size + nextPlace, ...values })
    },
    toRecord,
    insert(input, findIssues) {
      model ??= createModel(kind)
      return toRecord(add(model, { [POSITION]: null, ...parseRecord('create', kind, input, findIssues) }))
    },
    seed(position, summary, whole) {
      outlined ??= new Set(Object.keys(summary))
      outlines ??= createModel({ ...kind, schema: pickSchema(kind.schema, [...outlined]) })
      const row = add(outlines, { ...withKey({ ...summary }), [POSITION]: position })
      if (whole !== undefined) completed.keep(row, readRow(whole))
    },
  }
}

// Among so few, a query of the library is fast enough.
const FEW = 100

interface Searched {
  /** Finds rows by a query of the library, which looks at all of them. */
  query(where: Where): readonly Row[]
  /** Whether rows have the field before they are completed. */
  hasColumn(field: string): boolean
  /** Returns the value of a field. This may complete the row. */
  read(row: Row, field: string): unknown
}

/** Creates what finds seeded rows by their values. */
function createFinder(
  { lookups = [] }: RecordKind,
  rows: ReadonlyMap<string, Row>,
  { query, hasColumn, read }: Searched,
) {
  const found = createBoundedMap<string, readonly Row[]>({
    most: 100,
    mostBytes: 64 * 1024,
    sizeOf: ({ length }) => 8 * length,
  })
  let lookup: RowLookup | undefined
  const groups = onDemandBy((fields: readonly string[]) => groupRows(fields, rows.values()))
  const findAmongFew = (where: Where): readonly Row[] => {
    const key = JSON.stringify(where)
    const known = found.get(key) ?? query(where)
    // Only values that rows have, so that no text of a client stays.
    if (known.length > 0) found.set(key, known)
    return known
  }
  const forget = (): void => {
    found.clear()
    lookup = undefined
  }
  return {
    forget,
    /** Notes a new row. */
    follow(row: Row) {
      forget()
      for (const [, each] of groups.entries()) each.add(row)
    },
    find(where: Where): readonly Row[] {
      const names = Object.keys(where)
      const declared = lookups.find((fields) => fields.every((field) => Object.hasOwn(where, field)))
      const group = declared && groups.get(declared)
      if (declared?.length === names.length) return group?.find(where) ?? []
      // A large group is not searched: its rows are found by all fields.
      if (group !== undefined && group.count(where) <= FEW)
        return group.find(where).filter((row) => hasValues(row, where))
      if (rows.size <= FEW && names.every(hasColumn) && Object.entries(where).every(isThere)) return findAmongFew(where)
      lookup ??= createRowLookup(() => [...rows.values()], read)
      return lookup.find(where)
    },
  }
}

// The library's rows without a value match no query.
function isThere([, value]: readonly [field: string, value: unknown]): boolean {
  return value !== null && value !== undefined
}

/** Creates a table for seeded records that are derived from others. None can be added. */
export function createDerivedTable<Item>(kind: RecordKind, rows: SeededRows): SeededTable<Item> {
  const refuse = (): never => {
    throw new Error(`Failed to seed ${kind.singular}: the initial records are derived. Derive this one, too.`)
  }
  const toRecord = derivedFrom(createRowReader<Item>(kind))
  return { kind, rows, makeRow: createRowMaker(kind), toRecord, insert: refuse, seed: refuse, forget() {} }
}

/** Validates a record before it is written to a table. @throws OptionError with all issues */
export function parseRecord<Item>(
  verb: 'create' | 'update',
  kind: RecordKind,
  input: unknown,
  findIssues: FindIssues<Item>,
): Row {
  const read = readValue(kind.schema, withoutAbsent(input))
  if ('text' in read) throw buildRecordError(verb, kind, read.issues, read.text)
  const lost = findNoJson(read.value)
  if (lost !== undefined) throw buildRecordError(verb, kind, [describeNoJson(read.value, lost)])
  const values = deepFreeze(read.value)
  if (values.id === '')
    throw buildRecordError(verb, kind, [{ path: 'id', message: '"id" is "". It must not be empty' }])
  // The schema of a table is that of its items, but its generic type does not include this.
  const issues = findIssues(values as Item)
  if (issues.length > 0) throw buildRecordError(verb, kind, issues)
  return withKey(values)
}

// What is undefined is absent, as it is when the record was stored. Few records have such a field.
function withoutAbsent(input: unknown): unknown {
  return isRecord(input) && Object.values(input).includes(undefined) ? omitUndefined(input) : input
}

function describeNoJson(record: unknown, path: Path): Issue {
  const field = showPath(path)
  return { path: field, message: `${quote(field)} is ${showValue(readAt(record, path))}. JSON has no such value` }
}

export function buildTakenIdError(kind: string, id: string): TakenError {
  return new TakenError({
    attempt: `create ${kind}`,
    received: `the id ${quote(id)} already exists`,
    advice: `Choose another id, or update that ${kind}.`,
  })
}

export function buildRecordError(
  verb: 'create' | 'update',
  { singular }: RecordKind,
  issues: readonly Issue[],
  text = joinIssues(issues),
): OptionError {
  return new OptionError({ attempt: `${verb} ${singular}`, received: text }, issues)
}

/** Creates a cache of completed records, which lasts as long as the version of the rows. */
export function createRecordCache<Item>(budget: ByteBudget, version: Version): RecordCache<Item> {
  const records = new Map<Row, Kept<{ row: Row; record: Item }>>()
  const keep = budget.openCache<{ row: Row; record: Item }>('records', ({ row }) => void records.delete(row))
  version.onDrop(() => {
    for (const kept of records.values()) budget.release(kept)
    records.clear()
  })
  return {
    find(row) {
      // Not marked as used, because a page would do so for each of its records.
      return records.get(row)?.item.record
    },
    keep(row, record) {
      if (version.isOver()) return
      const kept = keep({ row, record }, measureWithJson(record))
      if (kept !== undefined) records.set(row, kept)
    },
  }
}

/** A state of the data of a world. What is derived from the data can be cached until the version ends. */
export interface Version {
  isOver(): boolean
  /** Calls back to drop derived data: at the end, and when it is not needed. @returns a function that cancels this */
  onDrop(act: () => void): () => void
}

export interface OpenVersion extends Version {
  /** Drops the derived data. */
  clear(): void
  end(): void
}

/** Creates a version that lasts until its owner ends it. */
export function createVersion(): OpenVersion {
  let isOver = false
  const acts = new Set<() => void>()
  const clear = (): void => {
    for (const act of [...acts]) act()
  }
  return {
    isOver: () => isOver,
    onDrop(act) {
      acts.add(act)
      return () => void acts.delete(act)
    },
    clear,
    end() {
      isOver = true
      clear()
      acts.clear()
    },
  }
}
