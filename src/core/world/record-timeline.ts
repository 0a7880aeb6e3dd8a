// The timeline of the records of a world.

import { type Issue, MOST_ISSUES, OptionError } from '../option-error.ts'
import { quote } from '../quote.ts'
import { enterState } from '../resources/lifecycle.ts'
import type { AnyResource, Fields } from '../resources/resource.ts'
import { allResources } from '../resources/resources.ts'
import type { WorldClock } from '../store/clock.ts'
import { createTimeline, type Timeline, type TimelineEntry } from '../store/timeline.ts'
import { createChangesError, findReason } from './apply-changes.ts'
import { type Collections, collectionOf } from './collections.ts'
import type { Database } from './database.ts'

/** What a timeline changes. */
export interface TimelineTarget {
  readonly database: Database
  readonly collections: Collections
  readonly clock: WorldClock
  /** The start of the world, in microseconds since the Unix epoch. */
  readonly start: bigint
}

// Entries usually make the same few changes. Validating many different ones would take long.
const MOST_CHECKED = 500

/**
 * Creates the timeline of a world's records.
 *
 * @param entries the entries that it starts with
 * @throws OptionError with the entries that are impossible; of entries that make the same change, the
 * first one is checked
 */
export function createRecordTimeline(target: TimelineTarget, entries: readonly TimelineEntry[] = []): Timeline {
  const { database, clock, start } = target
  assertPossible(entries, database)
  return createTimeline(
    clock,
    { start, entries },
    {
      find: ({ resource, id }) => database.of(resourceOf(resource)).get(id) as Fields | undefined,
      apply: (entry, record) => applyIfPossible(entry, record, target),
    },
  )
}

function assertPossible(entries: readonly TimelineEntry[], database: Database): void {
  const issues: Issue[] = []
  const checked = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    const change = `${entry.resource} ${JSON.stringify(entry.set)}`
    const isNew = checked.size < MOST_CHECKED && !checked.has(change)
    if (isNew) checked.add(change)
    const reason = findAbsence(entry, database) ?? (isNew ? findObstacle(entry, database) : undefined)
    if (reason === undefined) continue
    if (issues.length === MOST_ISSUES) throw createChangesError(issues, 'some')
    issues.push({ path: `changes.timeline.${index}`, message: `changes.timeline: ${reason}` })
  }
  if (issues.length > 0) throw createChangesError(issues)
}

function findAbsence({ resource: name, id }: TimelineEntry, database: Database): string | undefined {
  const resource = resourceOf(name)
  const exists = database.of(resource).getSummary(id) !== undefined
  return exists ? undefined : `there is no ${resource.singular} ${quote(id)}`
}

function findObstacle({ resource: name, id, set }: TimelineEntry, database: Database): string | undefined {
  const resource = resourceOf(name)
  const table = database.of(resource)
  const record: Fields = table.get(id) ?? {}
  return findReason(() => table.check(id, { ...record, ...enterState(resource.lifecycle, record, set) }))
}

// If the memory is full, or if the rules of the world have changed, there is no caller to report it to.
// The record stays unchanged.
function applyIfPossible({ resource: name, id, set }: TimelineEntry, record: Fields, target: TimelineTarget): void {
  const resource = resourceOf(name)
  try {
    collectionOf(target.collections, resource).update(id, enterState(resource.lifecycle, record, set))
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
  }
}

function resourceOf(name: string): AnyResource {
  // The schema of a timeline allows only the names of resources.
  return allResources.find((each) => each.name === name) as AnyResource
}
