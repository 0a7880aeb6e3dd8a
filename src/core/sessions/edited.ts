// Whether the data of a session differs from the start of its scenario.

import { realTime } from '../behaviour/real-time.ts'
import { allResources } from '../resources/resources.ts'
import type { Version } from '../store/version.ts'
import { readChanges } from '../world/apply-changes.ts'
import { createWorld, type World } from '../world/world.ts'
import type { WorldChanges } from '../world/world-plan.ts'
import type { State } from './state.ts'

/** Creates a check of the current state. Its result is kept until the data changes. */
export function createEditCheck(read: () => State): () => boolean {
  let last: { state: State; version: Version; isEdited: boolean } | undefined
  return () => {
    const state = read()
    const version = state.world.version()
    if (last?.state !== state || last.version !== version) last = { state, version, isEdited: findEdit(state) }
    return last.isEdited
  }
}

function findEdit({ world, start: { scenario } }: State): boolean {
  const { changes = {} } = scenario
  const hasOtherCounts = allResources.some((resource) => {
    const { removed = [], replaced = [], added = [] } = readChanges(resource, changes)
    const given = removed.length + replaced.length + added.length
    return world.database.of(resource).listChanges().length !== given
  })
  return hasOtherCounts || (hasRecords(changes) && writeRecords(world.readChanges()) !== writeStart(world, changes))
}

// The initial changes are read from a world, because a scenario can write the same record in several ways.
function writeStart({ baseline, speed }: World, changes: WorldChanges): string {
  const start = createWorld(baseline, { changes, realTime, speed, onChange: () => undefined })
  const written = writeRecords(start.readChanges())
  start.end()
  return written
}

function writeRecords(changes: WorldChanges): string {
  return JSON.stringify(allResources.map((resource) => readChanges(resource, changes)))
}

function hasRecords(changes: WorldChanges): boolean {
  return allResources.some((resource) => Object.values(readChanges(resource, changes)).some(({ length }) => length > 0))
}
