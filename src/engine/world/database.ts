import type { FactoryContext } from '../define/factory/context.ts'
import {
  type AnyResource,
  buildIssue,
  type DerivedRecords,
  type RecordOf,
  type RecordRules,
  type SeedParent,
  type SeedSource,
  type Tables,
} from '../define/resource/resource.ts'
import type { Issue } from '../input/options/option-error.ts'
import type { Fields } from '../input/schemas/schema-walk.ts'
import { showValue } from '../input/text/show-value.ts'
import { withArticle } from '../input/text/words.ts'
import { onDemandBy } from '../limits/on-demand.ts'
import type { Summary } from '../store/listing/filter.ts'
import { type ChangedRows, createDerivedRows, type Derivation, NO_ROWS } from '../store/rows/changed-rows.ts'
import { POSITION, type Row } from '../store/rows/model.ts'
import {
  createDerivedTable,
  createSeededTable,
  parseRecord,
  type RecordCache,
  type RecordKind,
  type SeededTable,
} from '../store/tables/seeded-table.ts'
import { createTable, type RowsHolder, readSeeded, type Table, type TableReader } from '../store/tables/table.ts'
import { createEntries, type TimelineEntries } from '../store/time/timeline.ts'

/** The tables of a world. */
export interface Database extends Tables {
  readonly resources: readonly AnyResource[]
  of<Of extends Pick<AnyResource, 'schema'>>(resource: Of): Table<RecordOf<Of>>
  /** Returns the records of a resource, to read them now. After a change, another reader has them. */
  readerOf(resource: AnyResource): TableReader<Fields>
  /** How many records of a resource were created. */
  countCreated(resource: AnyResource): number
  noteCreated(resource: AnyResource): void
}

export interface SeededDatabase extends Tables {
  readonly resources: readonly AnyResource[]
  tableOf(resource: AnyResource): SeededTable<Fields>
}

/** Where a world holds its changes. */
export interface ChangesHolder {
  current: Changes
}

export interface DatabaseOptions {
  changes: ChangesHolder
  rules: RecordRules
  /** The rules for records that may have been stored under other assumptions. */
  storedRules: RecordRules
  context: FactoryContext
  /** Reserves the bytes of a change before it happens. Default: no limit. @throws NoRoomError if they don't fit */
  admit?: ((bytes: number) => void) | undefined
  /** Called after every change, with the changes before. */
  onWrite?(before: Changes, resource: AnyResource): void
}

export function createSeededDatabase(
  resources: readonly AnyResource[],
  sourceOf: (resource: AnyResource) => SeedSource | undefined,
  completed: RecordCache<Fields>,
): SeededDatabase {
  const tables = new Map<string, SeededTable<Fields>>()
  // There is a table for every resource.
  const tableOf = ({ name }: AnyResource) => tables.get(name) as SeededTable<Fields>
  const readers = onDemandBy<AnyResource, TableReader<Fields>>((resource) => readSeeded(tableOf(resource)))
  for (const resource of resources) {
    const { singular, derivedFrom, belongsTo = {}, lookups = [], list } = resource
    const ofParents = Object.keys(belongsTo).map((field) => [field])
    const isNumbered = derivedFrom === undefined && Object.values(list?.orderings ?? {}).includes('added')
    const kind = { singular, schema: toRecordSchema(resource), isNumbered, lookups: [...lookups, ...ofParents] }
    const complete = (position: number, summary: Summary) => sourceOf(resource)?.build(position, summary)
    const table =
      derivedFrom === undefined
        ? createSeededTable<Fields>(kind, { complete, completed })
        : deriveTable(kind, tableOf(derivedFrom.parent), derivedFrom.field, () => sourceOf(resource)?.derived)
    tables.set(resource.name, table)
  }
  return {
    resources,
    tableOf,
    // A table contains the records of its resource.
    of: readers.get as Tables['of'],
  }
}

/** Creates the tables of a world on top of seeded tables. */
export function createDatabase(
  seeded: SeededDatabase,
  { changes, rules, storedRules, context, admit, onWrite }: DatabaseOptions,
): Database {
  const holdRows = (resource: AnyResource): RowsHolder => {
    const read = () => rowsOf(changes.current.records, resource)
    return {
      read,
      write(next) {
        admit?.(next.bytes - read().bytes)
        const before = changes.current
        changes.current = { ...before, records: { ...before.records, [resource.name]: next } }
        onWrite?.(before, resource)
      },
    }
  }
  const tables = onDemandBy<AnyResource, Table<Fields>>((resource) =>
    createTable(seeded.tableOf(resource), holdRows(resource), {
      findIssues: (record) => findRecordIssues(resource, record, { rules, tables: database }),
      refit: (record) => resource.refit?.(record, { context, rules, tables: database }) ?? record,
      findStoredIssues: (record) => findRecordIssues(resource, record, { rules: storedRules, tables: database }),
    }),
  )
  const database: Database = {
    resources: seeded.resources,
    // A table contains the records of its resource.
    of: tables.get as Database['of'],
    readerOf: (resource) =>
      rowsOf(changes.current.records, resource) === NO_ROWS ? seeded.of(resource) : tables.get(resource),
    countCreated: ({ name }) => changes.current.created[name] ?? 0,
    noteCreated({ name }) {
      const { created } = changes.current
      changes.current = { ...changes.current, created: { ...created, [name]: (created[name] ?? 0) + 1 } }
    },
  }
  return database
}

interface RecordIssueParts {
  readonly rules: RecordRules
  readonly tables: Tables
}

export function findRecordIssues(resource: AnyResource, record: Fields, { rules, tables }: RecordIssueParts): Issue[] {
  const issues: Issue[] = []
  for (const [field, parent] of Object.entries(resource.belongsTo ?? {})) {
    // Its schema has allowed that.
    if (record[field] === null || record[field] === undefined) continue
    const id = String(record[field])
    if (tables.of(parent).getSummary(id) !== undefined) continue
    issues.push(
      buildIssue(
        field,
        `${showValue(record[field])}. It must be the id of ${withArticle(parent.singular)} of this world`,
      ),
    )
  }
  // The record matches the schema of the resource.
  return [...issues, ...(resource.findIssues?.(record, rules) ?? [])]
}

function deriveTable(
  kind: RecordKind,
  parents: SeededTable<Fields>,
  field: string,
  find: () => DerivedRecords | undefined,
): SeededTable<Fields> {
  const toParent = (row: Row): SeedParent => ({
    index: Number(row[POSITION]),
    summary: row,
    read: () => parents.toRecord(row),
  })
  const derivation: Derivation = {
    field,
    count: (row) => find()?.count(toParent(row)) ?? 0,
    ids: (row) => find()?.ids(toParent(row)) ?? [],
    derive: (row) =>
      find()
        ?.build(toParent(row))
        .map((each) => parseRecord<Fields>('create', kind, each, () => [])) ?? [],
  }
  return createDerivedTable<Fields>(kind, createDerivedRows(parents.rows, derivation))
}

// Every record has an id, but the type of a resource's schema does not include it.
function toRecordSchema({ schema }: AnyResource): SeededTable<Fields>['kind']['schema'] {
  return schema as SeededTable<Fields>['kind']['schema']
}

/**
 * What has changed in a world since its start. A change makes the next value, which shares nearly all with the one
 * before, so a reference to it keeps the world as it was. It belongs to the baseline of the world.
 */
export interface Changes {
  readonly records: ChangedRecords
  readonly timeline: TimelineEntries
  /** How many records of each resource were created, so that each one draws from its own random streams. */
  readonly created: Readonly<Record<string, number>>
}

export type ChangedRecords = Readonly<Record<string, ChangedRows>>

export function createChanges(): Changes {
  return { records: {}, timeline: createEntries(), created: {} }
}

export function rowsOf(records: ChangedRecords, { name }: Pick<AnyResource, 'name'>): ChangedRows {
  return records[name] ?? NO_ROWS
}

export function measureChanges({ records, timeline }: Changes): number {
  return Object.values(records).reduce((sum, { bytes }) => sum + bytes, timeline.bytes)
}

/** Counts the records that changes add, replace and remove. */
export function countChanges(records: ChangedRecords): number {
  return Object.values(records).reduce((sum, { current, removed }) => sum + current.size + removed.size, 0)
}
