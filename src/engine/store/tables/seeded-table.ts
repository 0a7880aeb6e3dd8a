// The seeded records of a kind, and how long what is derived from them can be cached.

import { type Issue, joinIssues, OptionError, TakenError } from '../../input/options/option-error.ts'
import { readValue } from '../../input/schemas/describe-issues.ts'
import { deepFreeze } from '../../input/schemas/freeze.ts'
import { quote } from '../../input/text/quote.ts'
import type { ByteBudget, Kept } from '../../limits/byte-budget.ts'
import { measureWithJson } from '../../limits/byte-size.ts'
import { derivedFrom, onDemandBy } from '../../limits/on-demand.ts'
import { hasValues, type Summary } from '../listing/filter.ts'
import {
  createModel,
  createRowMaker,
  findRows,
  POSITION,
  pickSchema,
  type RecordSchema,
  type Row,
  type TableModel,
  toRow,
  type Where,
} from '../rows/model.ts'
import { groupRows } from '../rows/row-groups.ts'
import { createStoredRows, type SeededRows } from '../rows/seeded-rows.ts'

export interface RecordKind {
  readonly singular: string
  readonly schema: RecordSchema
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
  complete(position: number): unknown
  completed: RecordCache<Item>
}

/** The initial records of one kind. They never change, and worlds with the same baseline share them. */
export interface SeededTable<Item> {
  readonly kind: RecordKind
  /** Adds a record. @throws with all issues, or the id if it is taken */
  insert(input: unknown, findIssues: FindIssues<Item>): Item
  /** Adds a record by its number and its summary, completed when it is read unless it is whole. @throws TakenError */
  seed(position: number, summary: Summary, whole?: Item): void
  readonly rows: SeededRows
  /** Makes a row that a world adds. */
  makeRow(values: Row): Row
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
  const rows = new Map<string, Row>()
  const { lookups = [] } = kind
  const groups = onDemandBy((fields: readonly string[]) => groupRows(fields, rows.values()))
  const readWhole = derivedFrom(readRow<Item>)
  const toRecord = (row: Row): Item => {
    const position = row[POSITION]
    if (typeof position !== 'number') return readWhole(row)
    const known = completed.find(row)
    if (known !== undefined) return known
    const record = deepFreeze(kind.schema.parse(complete(position))) as Item
    completed.keep(row, record)
    return record
  }
  const add = (to: TableModel, values: Row): Row => {
    if (rows.has(values.id)) throw createTakenIdError(kind.singular, values.id)
    const row = to.create(values)
    rows.set(values.id, row)
    for (const [, each] of groups.entries()) each.add(row)
    return row
  }

  const find = (where: Where): readonly Row[] => {
    const lookup = lookups.find((fields) => fields.every((field) => Object.hasOwn(where, field)))
    if (lookup === undefined)
      return [model, outlines].flatMap((each) => (each === undefined ? [] : findRows(each, where)))
    const found = groups.get(lookup).find(where)
    return lookup.length === Object.keys(where).length ? found : found.filter((row) => hasValues(row, where))
  }
  return {
    kind,
    rows: createStoredRows(rows, find),
    makeRow: createRowMaker(kind.singular, kind.schema),
    toRecord,
    insert(input, findIssues) {
      model ??= createModel(kind.singular, kind.schema)
      return toRecord(add(model, toRow(parseRecord('create', kind, input, findIssues))))
    },
    seed(position, summary, whole) {
      outlines ??= createModel(kind.singular, pickSchema(kind.schema, Object.keys(summary)))
      const row = add(outlines, { ...summary, [POSITION]: position })
      if (whole !== undefined) completed.keep(row, whole)
    },
  }
}

/** Creates a table for seeded records that are derived from others. None can be added. */
export function createDerivedTable<Item>(kind: RecordKind, rows: SeededRows): SeededTable<Item> {
  const refuse = (): never => {
    throw new Error(`Failed to seed ${kind.singular}: the initial records are derived. Derive this one, too.`)
  }
  const makeRow = createRowMaker(kind.singular, kind.schema)
  return { kind, rows, makeRow, toRecord: derivedFrom(readRow<Item>), insert: refuse, seed: refuse }
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
  const issues = findIssues(values as Item)
  if (issues.length > 0) throw createRecordError(verb, kind, issues)
  return values
}

export function createTakenIdError(kind: string, id: string): TakenError {
  return new TakenError({
    attempt: `create ${kind}`,
    received: `the id ${quote(id)} already exists`,
    advice: `Choose another id, or update that ${kind}.`,
  })
}

export function createRecordError(
  verb: 'create' | 'update',
  { singular }: RecordKind,
  issues: readonly Issue[],
  text = joinIssues(issues),
): OptionError {
  return new OptionError({ attempt: `${verb} ${singular}`, received: text }, issues)
}

// Nested values of a row were frozen when they were written. Object.entries leaves out the library's symbols.
function readRow<Item>({ [POSITION]: _position, ...fields }: Row): Item {
  return Object.freeze(Object.fromEntries(Object.entries(fields))) as Item
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
