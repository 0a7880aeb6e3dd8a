// Changes that were made in a copy of a world, while the world itself went on.

import type { Steps } from '../work/steps.ts'
import type { Changes } from './database.ts'
import { copyForTrial, type World } from './world.ts'

/** The changes of a copy, and those with which it began. */
export interface PreparedChanges {
  readonly before: Changes
  readonly after: Changes
}

// A method, so that a service can name what its worlds have.
type Work = { on(copy: World): Steps<void> }['on']

/** Runs work in steps on a copy of a world, so that others never meet a part of what it does. */
export function* prepareChanges(world: World, work: Work): Steps<PreparedChanges> {
  const before = world.changes()
  const copy = copyForTrial(world)
  try {
    yield* work(copy)
    return { before, after: copy.changes() }
  } finally {
    copy.end()
  }
}

/** Whether nothing that the changes are about has changed in a world since. */
export function isUpToDate(world: World, prepared: PreparedChanges): boolean {
  return mergeChanges(world, prepared) !== undefined
}

/**
 * Lets changes happen in a world.
 *
 * @returns false if it cannot, because the world has changed the same or related records since
 * @throws NoRoomError if there is no room for them; nothing changes then
 */
export function makeChanges(world: World, prepared: PreparedChanges): boolean {
  const merged = mergeChanges(world, prepared)
  if (merged !== undefined) world.become(merged, world.clock.elapsed())
  return merged !== undefined
}

function mergeChanges(world: World, { before, after }: PreparedChanges): Changes | undefined {
  const now = world.changes()
  const changed = world.database.resources.filter(({ name }) => isDifferent(before, after, name))
  const touched = world.database.resources.filter((each) =>
    [each, ...Object.values(each.belongsTo ?? {})].some((one) => changed.includes(one)),
  )
  if (touched.some(({ name }) => isDifferent(before, now, name)) || before.timeline !== after.timeline) return undefined
  const pick = (all: object) =>
    Object.fromEntries(changed.flatMap(({ name }) => (name in all ? [[name, Reflect.get(all, name)]] : [])))
  return {
    records: { ...now.records, ...pick(after.records) },
    timeline: now.timeline,
    created: { ...now.created, ...pick(after.created) },
  }
}

function isDifferent(one: Changes, other: Changes, name: string): boolean {
  return Reflect.get(one.records, name) !== Reflect.get(other.records, name)
}
