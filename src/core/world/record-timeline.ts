// The timeline of the records of a world.

import { type Issue, MOST_ISSUES, OptionError } from '../option-error.ts'
import { quote } from '../quote.ts'
import { enterState } from '../resources/lifecycle.ts'
import type { AnyResource, Fields } from '../resources/resource.ts'
import { allResources } from '../resources/resources.ts'
import type { WorldClock } from '../store/clock.ts'
import { createTimeline, type Timeline, type TimelineEntry } from '../store/timeline.ts'
import { createChangesError, findReason } from './apply-changes.ts'
import type { Collection, Collections } from './collections.ts'
import type { Database } from './database.ts'

/** What a timeline changes. */
export interface TimelineTarget {
  readonly database: Database
  readonly collections: Collections
  readonly clock: WorldClock
  /** The start of the world, in microseconds since the Unix epoch. */
  readonly start: bigint
}

/**
 * Creates the timeline of a world's records.
 *
 * @param entries the entries that it starts with
 * @throws OptionError with all entries that are impossible
 */
export function createRecordTimeline(target: TimelineTarget, entries: readonly TimelineEntry[] = []): Timeline {
  const { database, clock, start } = target
  const timeline = createTimeline(clock, start, {
    find: ({ resource, id }) => database.of(resourceOf(resource)).get(id) as Fields | undefined,
    apply: (entry, record) => applyIfPossible(entry, record, target),
  })
  const issues = entries.flatMap((entry, index) => findEntryIssue(entry, index, database)).slice(0, MOST_ISSUES)
  if (issues.length > 0) throw createChangesError(issues)
  for (const entry of entries) timeline.add(entry)
  return timeline
}

function findEntryIssue({ resource: name, id, set }: TimelineEntry, index: number, database: Database): Issue[] {
  const resource = resourceOf(name)
  const table = database.of(resource)
  const record = table.get(id) as Fields | undefined
  const path = `changes.timeline.${index}`
  if (record === undefined) {
    return [{ path, message: `changes.timeline: there is no ${resource.singular} ${quote(id)}` }]
  }
  const reason = findReason(() => table.check(id, { ...record, ...enterState(resource.lifecycle, record, set) }))
  return reason === undefined ? [] : [{ path, message: `changes.timeline: ${reason}` }]
}

// If the memory is full, or if the rules of the world have changed, there is no caller to report it to.
// The record stays unchanged.
function applyIfPossible({ resource: name, id, set }: TimelineEntry, record: Fields, target: TimelineTarget): void {
  const collection = Reflect.get(target.collections, name) as Collection<Fields, Fields>
  try {
    collection.update(id, enterState(resourceOf(name).lifecycle, record, set))
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
  }
}

function resourceOf(name: string): AnyResource {
  // The schema of a timeline allows only the names of resources.
  return allResources.find((each) => each.name === name) as AnyResource
}
