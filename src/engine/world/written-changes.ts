// The changes of a world as JSON: all of them, or how they differ from earlier ones.

import type { AnyResource } from '../define/resource/resource.ts'
import { deepFreeze, type Fields } from '../input/schemas/schema-walk.ts'
import { toJsonMicroseconds } from '../input/schemas/timestamp.ts'
import {
  type ChangedRows,
  comparePlaces,
  findRow,
  listDifferentIds,
  listRowChanges,
  type RowChange,
  setRow,
} from '../store/rows/changed-rows.ts'
import { type Row, withKey } from '../store/rows/model.ts'
import type { SeededTable } from '../store/tables/seeded-table.ts'
import { measureRecord, readTableChanges } from '../store/tables/table.ts'
import {
  changeTimeline,
  findTimelineDifference,
  listPending,
  type RecordEntry,
  type TimelineDifference,
} from '../store/time/timeline.ts'
import { type ChangedRecords, type Changes, rowsOf, type SeededDatabase } from './database.ts'
import type { Baseline } from './start/baseline.ts'
import { forEachResource, type WorldChanges } from './start/world-plan.ts'

/** Counts the records that differ between two worlds with the same baseline. */
export function countDifferences(seeded: SeededDatabase, one: ChangedRecords, other: ChangedRecords): number {
  return seeded.resources.reduce((sum, resource) => {
    const { toRecord } = seeded.tableOf(resource)
    const [first, second] = [rowsOf(one, resource), rowsOf(other, resource)]
    const describe = ({ current, removed }: ChangedRows, id: string): string | boolean => {
      const changed = current.get(id)
      if (changed === undefined) return removed.get(id) !== undefined
      return JSON.stringify(changed.storedAs ?? toRecord(changed.row))
    }
    const ids = [...listDifferentIds(first, second)]
    return sum + ids.filter((id) => describe(first, id) !== describe(second, id)).length
  }, 0)
}

/** Writes changes, and the microseconds since the start, as JSON, from which the same world can be created. */
export function writeChanges(
  { database: seeded, unchanged }: Baseline,
  changes: Changes,
  elapsed: bigint,
): WorldChanges {
  const records = forEachResource(seeded.resources, (each) =>
    readTableChanges(rowsOf(changes.records, each), seeded.tableOf(each)),
  )
  const find = ({ resource, id }: RecordEntry): Fields | undefined => {
    const each = seeded.resources.find(({ name }) => name === resource) as AnyResource
    const table = seeded.tableOf(each)
    const row = findRow(rowsOf(changes.records, each), id, () => table.rows.get(id))
    return row === undefined ? undefined : table.toRecord(row)
  }
  // What records begin with need not be written.
  const isAsBegun = changes.timeline === unchanged.timeline && unchanged.timeline.queue.size > 0
  return {
    ...records,
    created: Object.fromEntries(Object.entries(changes.created).filter(([, count]) => count !== 0)),
    elapsed: toJsonMicroseconds(elapsed),
    ...(!isAsBegun && { timeline: listPending(changes.timeline, find) }),
  }
}

/** How the changed records of a resource differ from earlier ones. */
interface RecordsDifference {
  /** The ids of records that are gone. One of them may be added again. */
  readonly removed?: readonly string[]
  /** Records that replace others with the same ids. */
  readonly set?: readonly Fields[]
  /** Records that were added, in their order. */
  readonly added?: readonly Fields[]
}

/** How the changes of a world differ from earlier ones. They belong to the same baseline. */
export interface ChangesDifference {
  readonly records?: Readonly<Record<string, RecordsDifference>>
  readonly timeline?: TimelineDifference
  /** How many records were created, of the resources of which that has changed. */
  readonly created?: Readonly<Record<string, number>>
}

/** Finds how changes differ from earlier ones, from which they were made. Returns undefined if they do not. */
export function findChangesDifference(
  seeded: SeededDatabase,
  before: Changes,
  after: Changes,
): ChangesDifference | undefined {
  if (before === after) return undefined
  const records = seeded.resources.flatMap((resource) => {
    const difference = findRecordsDifference(
      rowsOf(before.records, resource),
      rowsOf(after.records, resource),
      seeded.tableOf(resource).toRecord,
    )
    return difference === undefined ? [] : [[resource.name, difference] as const]
  })
  const timeline = findTimelineDifference(before.timeline, after.timeline)
  const created = Object.entries(after.created).filter(([name, count]) => count !== (before.created[name] ?? 0))
  return {
    ...(records.length > 0 && { records: Object.fromEntries(records) }),
    ...(timeline !== undefined && { timeline }),
    ...(created.length > 0 && { created: Object.fromEntries(created) }),
  }
}

function findRecordsDifference(
  before: ChangedRows,
  after: ChangedRows,
  toRecord: (row: Row) => Fields,
): RecordsDifference | undefined {
  const changes = [...listRowChanges(before, after)]
  if (changes.length === 0) return undefined
  // An added record that was removed and added again has another place.
  const isOther = ({ added, was, is }: RowChange) =>
    added === undefined || (is?.seeded === undefined && was?.place !== is?.place)
  const removed = changes.flatMap((each) => (each.removed !== undefined && isOther(each) ? each.removed.id : []))
  const present = changes.flatMap((each) => (each.is === undefined ? [] : { isNew: isOther(each), ...each.is }))
  const rows = present.sort(comparePlaces)
  const [set, added] = [rows.filter(({ isNew }) => !isNew), rows.filter(({ isNew }) => isNew)]
  return {
    ...(removed.length > 0 && { removed }),
    ...(set.length > 0 && { set: set.map(({ row }) => toRecord(row)) }),
    ...(added.length > 0 && { added: added.map(({ row }) => toRecord(row)) }),
  }
}

/** Applies a difference to the changes that it was found for, or to equal ones. Nothing is checked. */
export function applyDifference(
  seeded: SeededDatabase,
  changes: Changes,
  { records = {}, timeline, created = {} }: ChangesDifference,
): Changes {
  const next = { ...changes.records }
  for (const resource of seeded.resources) {
    const difference = records[resource.name]
    if (difference === undefined) continue
    Object.assign(next, { [resource.name]: changeRows(next, resource, seeded.tableOf(resource), difference) })
  }
  return {
    records: next,
    timeline: timeline === undefined ? changes.timeline : changeTimeline(changes.timeline, timeline),
    created: { ...changes.created, ...created },
  }
}

function changeRows(
  records: Changes['records'],
  resource: AnyResource,
  { rows: seeded, makeRow }: SeededTable<Fields>,
  { removed = [], set = [], added = [] }: RecordsDifference,
): ChangedRows {
  let rows = rowsOf(records, resource)
  const find = (id: string, near?: Row): Row | undefined => {
    const own = rows.current.get(id)?.row
    if (own !== undefined || rows.removed.get(id) !== undefined) return own
    return seeded.locate(id, near)
  }
  for (const id of removed) {
    const before = find(id)
    if (before !== undefined) rows = setRow(rows, before, { id })
  }
  for (const record of [...set, ...added]) {
    const values = deepFreeze(record)
    const before = find(String(values.id), values as Row)
    rows = setRow(rows, before, { row: makeRow(withKey(values), before, rows), bytes: measureRecord(values) })
  }
  return rows
}
