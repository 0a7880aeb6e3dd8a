import type { AnyResource } from '../define/resource/resource.ts'
import { deepFreeze, type Fields } from '../input/schemas/schema-walk.ts'
import { hasValues } from '../store/listing/filter.ts'
import { fromKey, type Id } from '../store/rows/keys.ts'
import { withKey } from '../store/rows/model.ts'
import type { TableReader } from '../store/tables/table.ts'
import type { Database } from './database.ts'
import type { Baseline } from './start/baseline.ts'

/** The records of a resource in a world, whether they are stored or follow from a later record. */
export interface RecordReader<Item> extends Pick<TableReader<Item>, 'get' | 'all' | 'find' | 'count' | 'summaries'> {
  /** Stores the records that follow from the same parent, before something happens to one of them. */
  storeSiblings?(record: Fields): void
  /** Whether a record would follow from its parent again after it was removed. */
  wouldReturn?(record: Fields): boolean
}

type DerivedFrom = NonNullable<AnyResource['derivedFrom']>

/** The parts of a world that its records are read from. */
export interface ReaderSource {
  readonly baseline: Baseline
  readonly database: Database
}

export function createFullReader(resource: AnyResource, source: ReaderSource): RecordReader<Fields> {
  const derivedFrom = resource.derivedFrom as DerivedFrom
  const { field } = derivedFrom
  const stored = () => source.database.readerOf(resource)
  const { parents, namedBy, idsOf, build } = findUnstored(stored, resource, { ...source, derivedFrom })
  const list = () => parents().flatMap((parent) => idsOf(parent).map((id) => ({ id, parent })))

  const find: TableReader<Fields>['find'] = (where) => {
    const owners = field in where ? [String(where[field])] : parents()
    const unstored = owners.flatMap(build).filter((record) => hasValues(record, where))
    return [...stored().find(where), ...unstored]
  }
  return {
    find,
    count: () => stored().count() + list().length,
    all({ offset, limit } = { offset: 0, limit: Number.POSITIVE_INFINITY }) {
      const found = stored().all({ offset, limit })
      if (found.length === limit) return found
      const first = Math.max(0, offset - stored().count())
      const rest = list().slice(first, first + limit - found.length)
      const ids = new Set(rest.map(({ id }) => id))
      const owners = new Set(rest.map(({ parent }) => parent))
      return [...found, ...[...owners].flatMap(build).filter(({ id }) => ids.has(String(id)))]
    },
    get(id) {
      const found = stored().get(id)
      const owner = found === undefined ? list().find((each) => each.id === id)?.parent : undefined
      return owner === undefined ? found : build(owner).find((each) => String(each.id) === id)
    },
    // A record has the fields of a summary.
    summaries: () => [...stored().summaries(), ...parents().flatMap(build).map(withKey)],
    storeSiblings(record) {
      const table = source.database.of(resource)
      for (const each of build(String(record[field]))) table.insert(each, true)
    },
    wouldReturn(record) {
      const parent = String(record[field])
      return namedBy(parent).includes(String(record.id)) && find({ [field]: record[field] as Id }).length === 1
    },
  }
}

interface DerivedSource extends ReaderSource {
  readonly derivedFrom: DerivedFrom
}

/** Finds the records that are not stored, by the ids of their parents. */
function findUnstored(
  stored: () => TableReader<Fields>,
  { schema }: AnyResource,
  { derivedFrom: { field, parent, later }, baseline, database }: DerivedSource,
) {
  const owners = () => database.readerOf(parent)
  // The records of an initial parent are initial records.
  const findLater = (id: string) => (baseline.database.of(parent).get(id) === undefined ? owners().get(id) : undefined)
  const namedBy = (id: string): readonly string[] => {
    const owner = findLater(id)
    return owner === undefined ? [] : later.ids(owner)
  }
  const idsOf = (id: string): readonly string[] => {
    const named = namedBy(id)
    const where = { [field]: fromKey(schema.shape[field], id) }
    return named.length === 0 || stored().has(where) ? [] : named
  }
  return {
    namedBy,
    idsOf,
    parents: () => Array.from(owners().listAdded(), ({ id }) => id),
    build(id: string): readonly Fields[] {
      const owner = idsOf(id).length === 0 ? undefined : findLater(id)
      if (owner === undefined) return []
      return later.build(owner, baseline.context).map((each) => deepFreeze(schema.parse(each)))
    },
  }
}
