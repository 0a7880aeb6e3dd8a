// Which changes of records can be on the timeline of a world.

import { enterState } from '../define/resource/lifecycle.ts'
import { describeReason, type Issue, MOST_ISSUES } from '../input/options/option-error.ts'
import { quote } from '../input/text/quote.ts'
import type { TimelineEntry } from '../store/time/timeline.ts'
import { createWorldError, findProblem } from './apply-changes.ts'
import type { Database } from './database.ts'
import { locateRecord, resourceOf } from './lifecycles.ts'

// Entries usually make the same few changes. Validating many different ones would take long.
const MOST_CHECKED = 500

/** Checks the entries of a timeline, and each change only once. @throws OptionError with those that are impossible */
export function assertEntries(entries: readonly TimelineEntry[], database: Database): void {
  const issues: Issue[] = []
  const checked = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    const change = `${entry.resource} ${JSON.stringify(entry.set)}`
    const isNew = checked.size < MOST_CHECKED && !checked.has(change)
    if (isNew) checked.add(change)
    const reason = findAbsence(entry, database) ?? (isNew ? findObstacle(entry, database) : undefined)
    if (reason === undefined) continue
    if (issues.length === MOST_ISSUES) throw createWorldError(issues, 'some')
    issues.push({ path: `changes.timeline.${index}`, message: reason })
  }
  if (issues.length > 0) throw createWorldError(issues)
}

function findAbsence({ resource: name, id }: TimelineEntry, database: Database): string | undefined {
  const resource = resourceOf(database, name)
  const exists = database.of(resource).getSummary(id) !== undefined
  // Which initial records are derived depends on assumptions, and these may have changed since.
  return exists || resource.derivedFrom !== undefined ? undefined : `there is no ${resource.singular} ${quote(id)}`
}

function findObstacle({ resource: name, id, set, remove }: TimelineEntry, database: Database): string | undefined {
  const resource = resourceOf(database, name)
  const table = database.of(resource)
  const record = locateRecord(database, { resource: name, id })
  if (remove === true || record === undefined) return undefined
  // The time only matters when it happens.
  const at = String(record.updated_at ?? record.created_at)
  const next = enterState(resource.lifecycle, record, { set, at })
  const problem = findProblem(() => table.check(id, { ...record, ...next }))
  if (problem === undefined) return undefined
  const label = `${resource.singular} ${quote(String(record.name ?? id))}`
  return `what will happen to ${label} is not possible: ${describeReason(problem)}. Choose other assumptions, or let it happen first`
}
