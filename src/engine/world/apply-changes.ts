// Applies the changes since the start of a world, and checks those that can be on its timeline.

import { type AnyResource, enterState } from '../define/resource/resource.ts'
import {
  describeReason,
  findField,
  type Issue,
  joinIssues,
  MOST_ISSUES,
  NoRoomError,
  OptionError,
} from '../input/options/option-error.ts'
import { readValue } from '../input/schemas/describe-issues.ts'
import { partOf } from '../input/schemas/optional.ts'
import type { Fields } from '../input/schemas/schema-walk.ts'
import { FIRST_MICROSECOND, LAST_MICROSECOND, TIME_RANGE } from '../input/schemas/timestamp.ts'
import { quote } from '../input/text/quote.ts'
import { hasValues } from '../store/listing/filter.ts'
import { MOST_EXPECTED, REMOVAL_BYTES } from '../store/rows/changed-rows.ts'
import { fromKey, type Id } from '../store/rows/keys.ts'
import { measureRecord, type Table, type TableChanges } from '../store/tables/table.ts'
import {
  findOfAdded,
  isOfRecord,
  measureEntries,
  type RecordEntry,
  type TimelineEntry,
} from '../store/time/timeline.ts'
import type { Database } from './database.ts'
import { findStarting, locateRecord, type Planning, planNext, resourceNamed } from './next-step.ts'
import type { WorldChanges } from './start/world-plan.ts'

type AnyChanges = Partial<TableChanges<{ id: Id }>>

/** Estimates the bytes of the changes that a world starts with. */
export function measureWorldChanges(resources: readonly AnyResource[], changes: WorldChanges = {}): number {
  let bytes = measureEntries(changes.timeline ?? [])
  for (const resource of resources) {
    const { removed = [], replaced = [], added = [] } = readChanges(resource, changes)
    bytes += removed.length * REMOVAL_BYTES
    for (const each of [...replaced, ...added]) bytes += measureRecord(each)
  }
  return bytes
}

/** Counts the records that changes add, replace and remove. */
export function countChangedRecords(resources: readonly AnyResource[], changes: WorldChanges): number {
  const lists = resources.flatMap((resource) => Object.values(readChanges(resource, changes)))
  return lists.reduce((sum, { length }) => sum + length, 0)
}

/** Returns how much time has passed since the start of a world. @throws OptionError if it leads past all date-times */
export function readElapsed(start: bigint, { elapsed = 0 }: WorldChanges): bigint {
  const microseconds = BigInt(elapsed)
  const now = start + microseconds
  if (now >= FIRST_MICROSECOND && now <= LAST_MICROSECOND) return microseconds
  const message = `"changes.elapsed" is ${elapsed}. It must lead to a date-time ${TIME_RANGE}`
  throw buildWorldError([{ path: 'changes.elapsed', message }])
}

/** Applies changes to tables, parents before their children. @throws OptionError with all that are impossible */
export function applyWorldChanges(database: Database, changes: WorldChanges): void {
  const issues: Issue[] = []
  for (const resource of database.resources) {
    removeOrphans(database, resource, changes)
    const own = readChanges(resource, changes)
    if (Object.values(own).every(({ length }) => length === 0)) continue
    for (const issue of applyTo(database.of(resource), resource, own)) {
      if (issues.length === MOST_ISSUES) throw buildWorldError(issues, 'some')
      issues.push(issue)
    }
  }
  if (issues.length > 0) throw buildWorldError(issues)
}

export function buildWorldError(issues: readonly Issue[], omitted?: 'some'): OptionError {
  return new OptionError({ attempt: 'build the world', received: joinIssues(issues, omitted) }, issues, omitted)
}

/** Returns why a change is impossible, if it is. */
function findProblem(write: () => unknown): OptionError | undefined {
  try {
    write()
    return undefined
  } catch (error) {
    if (!(error instanceof OptionError) || error instanceof NoRoomError) throw error
    return error
  }
}

export function readChanges({ name }: AnyResource, changes: WorldChanges): AnyChanges {
  // The schema of the changes has a field for each resource.
  return (Reflect.get(changes, name) as AnyChanges | undefined) ?? {}
}

/** What follows on the states of records that somebody has added to a world, without a timeline. */
export function planAdded(changes: WorldChanges, database: Database, planning: Planning): RecordEntry[] {
  return database.resources.flatMap((resource) => {
    const starting = findStarting(resource, planning.scene.context)
    const added: readonly Fields[] = starting === undefined ? [] : (readChanges(resource, changes).added ?? [])
    const records = added.filter((record) => hasValues(record, starting ?? {}))
    return records.flatMap((record) => planNext(resource, record, planning) ?? [])
  })
}

/** Applies changes one by one, and yields an issue for each change that is impossible. */
function* applyTo(table: Table<unknown>, resource: AnyResource, changes: AnyChanges): Generator<Issue, void> {
  const { removed = [], replaced = [], added = [] } = changes
  const { name, singular, derivedFrom } = resource
  // Which initial records are derived depends on assumptions, and these may have changed since.
  const isDerived = derivedFrom !== undefined
  const attempt = function* (what: string, index: number, label: string, write: () => unknown): Generator<Issue, void> {
    const error = findProblem(write)
    if (error === undefined) return
    const message = `${singular} ${label}: ${describeReason(error)}`
    yield { path: `changes.${name}.${what}.${index}`, message, ...findField(error) }
  }
  const keys = removed.map(String)
  for (const [index, id] of keys.entries()) {
    if (index % MOST_EXPECTED === 0) table.expect(keys.slice(index, index + MOST_EXPECTED))
    yield* attempt('removed', index, quote(id), () => removeFrom(table, id, isDerived))
  }
  for (const [what, records] of Object.entries({ replaced, added })) {
    for (const [index, record] of records.entries()) {
      const as = isDerived ? 'upsert' : (what as 'replaced' | 'added')
      yield* attempt(what, index, labelOf(record), () => table.adopt(record, as))
    }
  }
}

function removeFrom(table: Table<unknown>, id: string, isDerived: boolean): void {
  if (!table.remove(id) && !isDerived) {
    throw new OptionError({
      attempt: 'remove the record',
      received: 'it cannot be removed, because no record has this id',
    })
  }
}

/** Removes the initial records that are derived from removed ones. They may be others than under earlier assumptions. */
function removeOrphans(database: Database, resource: AnyResource, changes: WorldChanges): void {
  if (resource.derivedFrom === undefined) return
  const { field, parent } = resource.derivedFrom
  for (const id of readChanges(parent, changes).removed ?? []) {
    const table = database.of(resource)
    const where = { [field]: fromKey(resource.schema.shape[field], String(id)) }
    for (const orphan of table.find(where) as readonly { id: Id }[]) table.remove(String(orphan.id))
  }
}

function labelOf(record: { readonly id: Id; readonly name?: unknown }): string {
  return quote(typeof record.name === 'string' ? record.name : String(record.id))
}

// Entries usually make the same few changes. Validating many different ones would take long.
const MOST_CHECKED = 500

interface EntryAdvice {
  readonly now: string
  readonly advice?: string | undefined
}

/**
 * Checks the entries of a timeline, and each possible change only once.
 *
 * @param now the start of the world
 * @param advice what to do about an impossible one, besides writing another one
 * @throws OptionError with those that are impossible
 */
export function assertEntries(
  entries: readonly TimelineEntry[],
  database: Database,
  { now, advice = '' }: EntryAdvice,
): void {
  const issues: Issue[] = []
  const possible = new Set<string>()
  const ofAdded = findOfAdded(entries)
  const findAll = (entry: RecordEntry): UnplacedIssue[] => {
    const change = `${entry.resource} ${JSON.stringify([entry.set, entry.add])}`
    const absence = findAbsence(entry, ofAdded, database)
    const isChecked = possible.has(change) || possible.size === MOST_CHECKED
    const obstacle = isChecked ? undefined : findObstacle(entry, database, { now, advice })
    if (absence === undefined && obstacle === undefined) possible.add(change)
    return [absence, obstacle].filter((each) => each !== undefined)
  }
  for (const [index, entry] of entries.entries()) {
    for (const found of isOfRecord(entry) ? findAll(entry) : []) {
      if (issues.length === MOST_ISSUES) throw buildWorldError(issues, 'some')
      issues.push({ path: `changes.timeline.${index}`, ...found })
    }
  }
  if (issues.length > 0) throw buildWorldError(issues)
}

type UnplacedIssue = Omit<Issue, 'path'>

function findAbsence(entry: RecordEntry, ofAdded: ReadonlySet<unknown>, database: Database): UnplacedIssue | undefined {
  const resource = resourceNamed(database, entry.resource)
  const exists = ofAdded.has(entry) || database.of(resource).getSummary(entry.id) !== undefined
  // Which initial records are derived depends on assumptions, and these may have changed since.
  if (exists || resource.derivedFrom !== undefined) return undefined
  return { message: `there is no ${resource.singular} ${quote(entry.id)}`, field: 'id' }
}

interface Obstructed {
  readonly now: string
  readonly advice: string
}

function findObstacle(
  { resource: name, id, set, add, remove }: RecordEntry,
  database: Database,
  { now, advice }: Obstructed,
): UnplacedIssue | undefined {
  const resource = resourceNamed(database, name)
  if (remove === true) return undefined
  const table = database.of(resource)
  const record = add === true ? undefined : locateRecord(database, { resource: name, id })
  if (record === undefined) {
    const read = readValue(partOf(resource.schema, resource.nested), set)
    return 'text' in read ? { message: read.text, field: 'set' } : undefined
  }
  // The time only matters when it happens.
  const at = String(record[resource.touched ?? ''] ?? record.created_at ?? now)
  const next = enterState(resource.lifecycle, record, { set, at })
  const problem = findProblem(() => table.check(id, { ...record, ...next }))
  if (problem === undefined) return undefined
  const label = `${resource.singular} ${quote(String(record.name ?? id))}`
  const received = `what will happen to ${label} is not possible: ${describeReason(problem)}`
  return { message: describeReason({ received, advice }), field: `set.${problem.issues[0]?.path ?? ''}` }
}
