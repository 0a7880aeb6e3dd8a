// Which changes of records can be on the timeline of a world.

import { enterState } from '../define/resource/lifecycle.ts'
import { describeReason, type Issue, MOST_ISSUES } from '../input/options/option-error.ts'
import { readValue } from '../input/schemas/describe-issues.ts'
import { partOf } from '../input/schemas/optional.ts'
import { quote } from '../input/text/quote.ts'
import { findOfAdded, isOfRecord, type RecordEntry, type TimelineEntry } from '../store/time/timeline.ts'
import { createWorldError, findProblem } from './apply-changes.ts'
import type { Database } from './database.ts'
import { locateRecord, resourceOf } from './next-step.ts'

// Entries usually make the same few changes. Validating many different ones would take long.
const MOST_CHECKED = 500

/**
 * Checks the entries of a timeline, and each change only once.
 *
 * @param now the start of the world
 * @param advice what to do about an impossible one, besides writing another one
 * @throws OptionError with those that are impossible
 */
export function assertEntries(
  entries: readonly TimelineEntry[],
  database: Database,
  { now, advice = '' }: { readonly now: string; readonly advice?: string | undefined },
): void {
  const issues: Issue[] = []
  const checked = new Set<string>()
  const ofAdded = findOfAdded(entries)
  for (const [index, entry] of entries.entries()) {
    if (!isOfRecord(entry)) continue
    const change = `${entry.resource} ${JSON.stringify([entry.set, entry.add])}`
    const isNew = checked.size < MOST_CHECKED && !checked.has(change)
    if (isNew) checked.add(change)
    const found =
      findAbsence(entry, ofAdded, database) ?? (isNew ? findObstacle(entry, database, { now, advice }) : undefined)
    if (found === undefined) continue
    if (issues.length === MOST_ISSUES) throw createWorldError(issues, 'some')
    issues.push({ path: `changes.timeline.${index}`, ...found })
  }
  if (issues.length > 0) throw createWorldError(issues)
}

type Found = Omit<Issue, 'path'>

function findAbsence(entry: RecordEntry, ofAdded: ReadonlySet<unknown>, database: Database): Found | undefined {
  const resource = resourceOf(database, entry.resource)
  const exists = ofAdded.has(entry) || database.of(resource).getSummary(entry.id) !== undefined
  // Which initial records are derived depends on assumptions, and these may have changed since.
  if (exists || resource.derivedFrom !== undefined) return undefined
  return { message: `there is no ${resource.singular} ${quote(entry.id)}`, field: 'id' }
}

function findObstacle(
  { resource: name, id, set, add, remove }: RecordEntry,
  database: Database,
  { now, advice }: { readonly now: string; readonly advice: string },
): Found | undefined {
  const resource = resourceOf(database, name)
  if (add === true) {
    const read = readValue(partOf(resource.schema, resource.nested), set)
    return 'text' in read ? { message: read.text, field: 'set' } : undefined
  }
  const table = database.of(resource)
  const record = locateRecord(database, { resource: name, id })
  if (remove === true || record === undefined) return undefined
  // The time only matters when it happens.
  const at = String(record[resource.touched ?? ''] ?? record.created_at ?? now)
  const next = enterState(resource.lifecycle, record, { set, at })
  const problem = findProblem(() => table.check(id, { ...record, ...next }))
  if (problem === undefined) return undefined
  const label = `${resource.singular} ${quote(String(record.name ?? id))}`
  const received = `what will happen to ${label} is not possible: ${describeReason(problem)}`
  return { message: describeReason({ received, advice }), field: `set.${problem.issues[0]?.path ?? ''}` }
}
