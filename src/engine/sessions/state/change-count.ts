// How many records of a session differ from the start of its scenario.

import type { AnyResource } from '../../define/resource/resource.ts'
import type { Version } from '../../store/tables/version.ts'
import { realTime } from '../../store/time/real-time.ts'
import { readChanges } from '../../world/apply-changes.ts'
import type { WorldChanges } from '../../world/start/world-plan.ts'
import { createWorld, type World } from '../../world/world.ts'
import type { State } from './state.ts'

/** Creates a function that counts the changed records of the current state. The count is kept until the data changes. */
export function createChangeCount(read: () => State): () => number {
  let last: { state: State; version: Version; count: number } | undefined
  return () => {
    const state = read()
    const version = state.world.version()
    if (last?.state !== state || last.version !== version) last = { state, version, count: countChanges(state) }
    return last.count
  }
}

function countChanges({ world, start: { scenario } }: State): number {
  const { changes = {} } = scenario
  const { resources } = world.database
  if (hasRecords(resources, changes)) {
    return countDifferences(listChanges(resources, world.readChanges()), listStart(world, changes))
  }
  return resources.reduce((sum, resource) => sum + world.database.readerOf(resource).countChanges(), 0)
}

function hasRecords(resources: readonly AnyResource[], changes: WorldChanges): boolean {
  return resources.some((resource) => Object.values(readChanges(resource, changes)).some(({ length }) => length > 0))
}

/** Changed records as JSON, by resource and id. */
type Changed = ReadonlyMap<string, string>

function countDifferences(one: Changed, other: Changed): number {
  const keys = new Set([...one.keys(), ...other.keys()])
  return [...keys].filter((key) => one.get(key) !== other.get(key)).length
}

// The initial changes are read from a world, because a scenario can write the same record in several ways.
function listStart({ baseline, speed }: World, changes: WorldChanges): Changed {
  const start = createWorld(baseline, { changes, realTime, speed, onChange: () => undefined })
  const listed = listChanges(start.database.resources, start.readChanges())
  start.end()
  return listed
}

function listChanges(resources: readonly AnyResource[], changes: WorldChanges): Changed {
  const listed = resources.flatMap((resource) => {
    const { removed = [], replaced = [], added = [] } = readChanges(resource, changes)
    const keyOf = (id: unknown) => `${resource.name}/${id}`
    return [
      ...removed.map((id) => [keyOf(id), 'removed'] as const),
      ...[...replaced, ...added].map(
        (record) => [keyOf(Reflect.get(record as object, 'id')), JSON.stringify(record)] as const,
      ),
    ]
  })
  return new Map(listed)
}
