// The changes of a world as JSON, and compared with those of another one.

import type { AnyResource, Fields } from '../define/resource/resource.ts'
import { toJsonMicroseconds } from '../input/schemas/timestamp.ts'
import { type ChangedRows, findRow } from '../store/rows/changed-rows.ts'
import { readTableChanges } from '../store/tables/table.ts'
import { listPending, type TimelineEntry } from '../store/time/timeline.ts'
import { type ChangedRecords, type Changes, rowsOf } from './changes.ts'
import type { SeededDatabase } from './database.ts'
import { forEachResource, type WorldChanges } from './start/world-plan.ts'

/** Counts the records that differ between two worlds with the same baseline. */
export function countDifferences(seeded: SeededDatabase, one: ChangedRecords, other: ChangedRecords): number {
  return seeded.resources.reduce((sum, resource) => {
    const { toRecord } = seeded.tableOf(resource)
    const [first, second] = [rowsOf(one, resource), rowsOf(other, resource)]
    if (first === second) return sum
    const describe = ({ current, removed }: ChangedRows, id: string): string | boolean => {
      const changed = current.get(id)
      if (changed === undefined) return removed.get(id) !== undefined
      return JSON.stringify(changed.storedAs ?? toRecord(changed.row))
    }
    const ids = new Set([...listIds(first), ...listIds(second)])
    return sum + [...ids].filter((id) => describe(first, id) !== describe(second, id)).length
  }, 0)
}

function* listIds({ current, removed }: ChangedRows): Iterable<string> {
  for (const [id] of current.entries()) yield id
  for (const [id] of removed.entries()) yield id
}

/**
 * Writes changes as JSON, from which the same world can be created.
 *
 * @param elapsed the microseconds since the start of the world
 */
export function writeChanges(seeded: SeededDatabase, changes: Changes, elapsed: bigint): WorldChanges {
  // The changes of each table are those of its resource.
  const records: WorldChanges = forEachResource(seeded.resources, (each) =>
    readTableChanges(rowsOf(changes.records, each), seeded.tableOf(each).toRecord),
  ) as object
  const find = ({ resource, id }: TimelineEntry): Fields | undefined => {
    const each = seeded.resources.find(({ name }) => name === resource) as AnyResource
    const table = seeded.tableOf(each)
    const row = findRow(rowsOf(changes.records, each), id, table.rows.get)
    return row === undefined ? undefined : table.toRecord(row)
  }
  return {
    ...records,
    created: Object.fromEntries(Object.entries(changes.created).filter(([, count]) => count !== 0)),
    elapsed: toJsonMicroseconds(elapsed),
    timeline: listPending(changes.timeline, find),
  }
}
