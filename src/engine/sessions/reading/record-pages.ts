// Some records of a resource: those of a range, with given ids, or that belong to another record.

import type { AnyResource, Fields } from '../../define/resource/resource.ts'
import type { Range } from '../../store/rows/seeded-rows.ts'
import type { Steps } from '../../work/steps.ts'
import { assertPossible, findMatches, hasTexts } from '../../world/list-records.ts'
import type { State } from '../state/state.ts'

export interface RecordQuery extends Range {
  /** Only these records, in this order. Ids that do not exist are left out. */
  readonly ids?: readonly string[] | undefined
  /** Only the records with these values. */
  readonly where: Readonly<Record<string, string>>
}

/** Some records, and how many there are of them in all ranges together. */
export interface RecordPage {
  readonly total: number
  readonly records: readonly Fields[]
}

/** Reads some records of a resource in steps. */
export type ReadRecords = (resource: AnyResource, query: RecordQuery) => Steps<RecordPage>

/** Creates what reads the records of a session, whose state may be replaced at any time. */
export function createRecordPages(read: () => State): ReadRecords {
  return function* (resource, { ids, where, offset, limit }) {
    const { world } = read()
    const reader = world.readerOf(resource)
    assertPossible(`list the ${resource.name}`, readNulls(where), { resource, rules: world.baseline.rules })
    if (ids === undefined && Object.keys(where).length === 0)
      return { total: reader.count(), records: limit === 0 ? [] : reader.all({ offset, limit }) }
    if (ids === undefined)
      return yield* findMatches(reader, { filter: where, resource, offset, limit, isCounted: true })
    const found = ids.map(reader.get).filter((record) => record !== undefined && hasTexts(record, where))
    return { total: found.length, records: found.slice(offset, offset + limit) as readonly Fields[] }
  }
}

// Values are compared as text.
function readNulls(where: RecordQuery['where']): Fields {
  return Object.fromEntries(Object.entries(where).map(([field, value]) => [field, value === 'null' ? null : value]))
}
