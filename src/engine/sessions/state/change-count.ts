// How many records of a session differ from the start of its scenario.

import { derivedFrom } from '../../limits/on-demand.ts'
import { realTime } from '../../store/time/real-time.ts'
import { countChangedRecords } from '../../world/apply-changes.ts'
import { type ChangedRecords, countChanges } from '../../world/changes.ts'
import { createWorld } from '../../world/world.ts'
import { countDifferences } from '../../world/written-changes.ts'
import type { State } from './state.ts'

/** Creates a function that counts the changed records of the current state. The count is kept as long as the data. */
export function createChangeCount(read: () => State): () => number {
  const countsOf = derivedFrom((state: State) => {
    const start = findStart(state)
    return derivedFrom((records: ChangedRecords) =>
      start === undefined ? countChanges(records) : countDifferences(state.world.baseline.database, start, records),
    )
  })
  return () => {
    const state = read()
    return countsOf(state)(state.world.changes().records)
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
