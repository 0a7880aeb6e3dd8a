// How many records of a session differ from the start of its scenario.

import { realTime } from '../../store/time/real-time.ts'
import { countChangedRecords } from '../../world/apply-changes.ts'
import { type ChangedRecords, countChanges } from '../../world/changes.ts'
import { createWorld } from '../../world/world.ts'
import { countDifferences } from '../../world/written-changes.ts'
import type { State } from './state.ts'

/** Creates a function that counts the changed records of the current state. The count is kept until the data changes. */
export function createChangeCount(read: () => State): () => number {
  let last: { state: State; start: ChangedRecords | undefined; records?: ChangedRecords; count: number } | undefined
  return () => {
    const state = read()
    const { records } = state.world.changes()
    if (last?.state !== state) last = { state, start: findStart(state), count: 0 }
    if (last.records === records) return last.count
    const { start } = last
    const count =
      start === undefined ? countChanges(records) : countDifferences(state.world.baseline.database, start, records)
    last = { ...last, records, count }
    return count
  }
}

function findStart({ world, start: { scenario } }: State): ChangedRecords | undefined {
  const { changes = {} } = scenario
  const { baseline, speed } = world
  if (countChangedRecords(baseline.database.resources, changes) === 0) return undefined
  const start = createWorld(baseline, { changes, realTime, speed, onChange: () => undefined })
  const { records } = start.changes()
  start.end()
  return records
}
