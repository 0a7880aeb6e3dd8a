// Reads all records of a resource: those that are stored, and those that follow from a later record until then.

import type { AnyResource, Fields } from '../define/resource/resource.ts'
import { deepFreeze } from '../input/schemas/freeze.ts'
import { hasValues, type Summary } from '../store/listing/filter.ts'
import type { RecordReader } from '../store/tables/record-reader.ts'
import type { Table } from '../store/tables/table.ts'
import type { Database } from './database.ts'
import type { Baseline } from './start/baseline.ts'

/** The records of a resource in a world, whether they are stored or not. */
export interface FullReader<Item> extends Omit<RecordReader<Item>, 'getSummary'> {
  summaries(): readonly Summary[]
  /**
   * Stores the records of the same parent before something happens to them.
   *
   * @param act what happens; if it throws, nothing is stored
   */
  storeBefore<Result>(record: Fields, act: () => Result): Result
  /** Whether a record would follow from its parent again after it was removed. */
  wouldReturn(record: Fields): boolean
}

/** The parts of a world that its records are read from. */
export interface ReaderSource {
  readonly baseline: Pick<Baseline, 'database' | 'context'>
  readonly database: Database
}

/** Creates the reader of a resource. */
export function createFullReader(resource: AnyResource, source: ReaderSource): FullReader<Fields> {
  const { derivedFrom } = resource
  if (derivedFrom !== undefined) return readUnstored(source.database.of(resource), resource, { ...source, derivedFrom })
  const read = () => source.database.readerOf(resource)
  return {
    get: (id) => read().get(id),
    all: (range) => read().all(range),
    find: (where) => read().find(where),
    count: () => read().count(),
    summaries: () => [...read().summaries()],
    storeBefore: (_record, act) => act(),
    wouldReturn: () => false,
  }
}

interface UnstoredSource extends ReaderSource {
  readonly derivedFrom: NonNullable<AnyResource['derivedFrom']>
}

function readUnstored(table: Table<Fields>, resource: AnyResource, source: UnstoredSource): FullReader<Fields> {
  const { field } = source.derivedFrom
  const { parents, namedBy, idsOf, build } = findUnstored(table, resource, source)
  const list = () => parents().flatMap((parent) => idsOf(parent).map((id) => ({ id, parent })))

  const find: RecordReader<Fields>['find'] = (where) => {
    const owners = field in where ? [String(where[field])] : parents()
    const unstored = owners.flatMap(build).filter((record) => hasValues(record, where))
    return [...table.find(where), ...unstored]
  }
  return {
    find,
    count: () => table.count() + list().length,
    all({ offset, limit } = { offset: 0, limit: Number.POSITIVE_INFINITY }) {
      const stored = table.all({ offset, limit })
      if (stored.length === limit) return stored
      const first = Math.max(0, offset - table.count())
      const rest = list().slice(first, first + limit - stored.length)
      const ids = new Set(rest.map(({ id }) => id))
      const owners = new Set(rest.map(({ parent }) => parent))
      return [...stored, ...[...owners].flatMap(build).filter(({ id }) => ids.has(String(id)))]
    },
    get(id) {
      const stored = table.get(id)
      const owner = stored === undefined ? list().find((each) => each.id === id)?.parent : undefined
      return owner === undefined ? stored : build(owner).find((each) => each.id === id)
    },
    // A record has the fields of a summary.
    summaries: () => [...table.summaries(), ...(parents().flatMap(build) as readonly object[] as readonly Summary[])],
    storeBefore: (record, act) => storeAll(table, build(String(record[field])), act),
    wouldReturn(record) {
      const parent = String(record[field])
      return namedBy(parent).includes(String(record.id)) && find({ [field]: parent }).length === 1
    },
  }
}

/** Finds the records that are not stored, by the ids of their parents. */
function findUnstored(
  table: Table<Fields>,
  { schema }: AnyResource,
  { derivedFrom: { field, parent, later }, baseline, database }: UnstoredSource,
) {
  const owners = database.of(parent)
  // The records of an initial parent are initial records.
  const findLater = (id: string) => (baseline.database.of(parent).get(id) === undefined ? owners.get(id) : undefined)
  const namedBy = (id: string): readonly string[] => {
    const owner = findLater(id)
    return owner === undefined ? [] : later.ids(owner)
  }
  const idsOf = (id: string): readonly string[] => {
    const named = namedBy(id)
    return named.length === 0 || table.find({ [field]: id }).length > 0 ? [] : named
  }
  return {
    namedBy,
    idsOf,
    parents: () => owners.listChanges().flatMap(({ added }) => added?.id ?? []),
    build(id: string): readonly Fields[] {
      const owner = idsOf(id).length === 0 ? undefined : findLater(id)
      if (owner === undefined) return []
      return later.build(owner, baseline.context).map((each) => deepFreeze(schema.parse(each)))
    },
  }
}

function storeAll<Result>(table: Table<Fields>, records: readonly Fields[], act: () => Result): Result {
  const stored: string[] = []
  try {
    for (const each of records) stored.push(String(table.insert(each, true).id))
    return act()
  } catch (error) {
    for (const id of stored) table.remove(id)
    throw error
  }
}
