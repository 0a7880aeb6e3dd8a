import type { Issue } from '../option-error.ts'
import { quote } from '../quote.ts'
import type { ResourceName } from '../resources/names.ts'
import { buildIssue, type RecordRules } from '../resources/record-rules.ts'
import { type AnyResource, type Fields, type RecordOf, type Tables, withArticle } from '../resources/resource.ts'
import { allResources } from '../resources/resources.ts'
import type { Frozen } from '../schemas/freeze.ts'
import type { Summary } from '../store/filter.ts'
import type { RecordCache } from '../store/record-cache.ts'
import { createSeededTable, type SeededTable } from '../store/seeded-table.ts'
import { type Change, createTable, type RecordReader, readRecords, type Table } from '../store/table.ts'

/** The tables of a world. */
export interface Database extends Tables {
  of<Of extends Pick<AnyResource, 'schema'>>(resource: Of): Table<RecordOf<Of>>
}

/** The initial tables of worlds. */
export interface SeededDatabase extends Tables {
  tableOf(resource: AnyResource): SeededTable<Fields>
}

/** A change of a record of a resource. */
export interface DatabaseChange {
  readonly resource: ResourceName
  readonly change: Change<Summary>
}

export interface DatabaseOptions {
  rules: RecordRules
  /** Reserves the bytes of a change before it happens. @throws NoRoomError if they don't fit */
  admit(bytes: number): void
  /** Called after every change. */
  onChange(change: DatabaseChange): void
}

/**
 * Creates empty tables for seeded records.
 *
 * @param complete builds the seeded record of a resource with a number, when it is first read
 * @param completed caches the records that were built
 */
export function createSeededDatabase(
  complete: (resource: AnyResource, position: number) => unknown,
  completed: RecordCache<Frozen<Fields>>,
): SeededDatabase {
  const tables = mapResources((resource) => {
    const kind = { singular: resource.singular, schema: toRecordSchema(resource) }
    return createSeededTable<Fields>(kind, { complete: (position) => complete(resource, position), completed })
  })
  const tableOf = pickFrom(tables)
  return {
    tableOf,
    // A table contains the records of its resource.
    of: (resource) => readSeeded(tableOf(resource as unknown as AnyResource)) as never,
  }
}

/** Creates the tables of a world on top of seeded tables. */
export function createDatabase(seeded: SeededDatabase, { rules, admit, onChange }: DatabaseOptions): Database {
  const tables: Map<string, Table<Fields>> = mapResources((resource) =>
    createTable(seeded.tableOf(resource), {
      findIssues: (record) => findIssues(resource, record, { rules, tables: database }),
      admit,
      onChange: (change) => onChange({ resource: resource.name as ResourceName, change }),
    }),
  )
  const tableOf = pickFrom(tables)
  // A table contains the records of its resource.
  const database: Database = { of: (resource) => tableOf(resource as unknown as AnyResource) as never }
  return database
}

/** Finds the issues of a record that matches the schema of its resource. */
export function findIssues(
  resource: AnyResource,
  record: Frozen<Fields>,
  { rules, tables }: { rules: RecordRules; tables: Tables },
): Issue[] {
  const orphaned = Object.entries(resource.belongsTo ?? {}).flatMap(([field, parent]) => {
    const id = String(record[field])
    if (tables.of(parent).get(id) !== undefined) return []
    return buildIssue(field, `${quote(id)}. It must be the id of ${withArticle(parent.singular)} of this world`)
  })
  // The record matches the schema of the resource.
  return [...orphaned, ...(resource.findIssues?.(record as never, rules) ?? [])]
}

function mapResources<Value>(create: (resource: AnyResource) => Value): Map<string, Value> {
  return new Map(allResources.map((resource) => [resource.name, create(resource)]))
}

function pickFrom<Value>(tables: ReadonlyMap<string, Value>): (resource: AnyResource) => Value {
  // There is a table for every resource.
  return ({ name }) => tables.get(name) as Value
}

// Every record has an id, but the type of a resource's schema does not include it.
function toRecordSchema({ schema }: AnyResource): SeededTable<Fields>['kind']['schema'] {
  return schema as unknown as SeededTable<Fields>['kind']['schema']
}

function readSeeded({ rows, find, toRecord }: SeededTable<Fields>): RecordReader<Fields> {
  const seeded = { get: (id: string) => rows.get(id), list: () => [...rows.values()], find, count: () => rows.size }
  return readRecords(seeded, toRecord)
}
