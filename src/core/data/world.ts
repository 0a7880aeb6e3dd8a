import { type Issue, joinIssues, MOST_ISSUES, NoRoomError, OptionError } from '../option-error.ts'
import { FIRST_MICROSECOND, LAST_MICROSECOND, TIME_RANGE, toJsonMicroseconds } from '../records/timestamp.ts'
import type { Baseline } from './baseline.ts'
import { createClock, type WorldClock } from './clock.ts'
import { type Collections, createCollections } from './collections.ts'
import { createCounters } from './counters.ts'
import { createDatabase, type Database, type DatabaseChange, type Kind } from './database.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { createDeploymentListing, type DeploymentListing } from './listing.ts'
import { measureChanges, type TableChanges } from './table.ts'
import { createVersion, type OpenVersion, type Version } from './version.ts'
import type { WorldChanges } from './world-plan.ts'
import type { ClockOptions } from './world-time.ts'

/** A world: a baseline and the changes since its start. */
export interface World {
  baseline: Baseline
  database: Database
  collections: Collections
  listing: DeploymentListing
  clock: WorldClock
  lifecycle: Lifecycle
  /** The current version of the data: that of the baseline until the first change. */
  version(): Version
  /** Ends the world: all waits end, and data derived from its data is dropped. */
  end(): void
  /** Returns the changes since the start, from which the same world can be created. */
  readChanges(): WorldChanges
}

// Integrations come first, because repositories refer to them.
const KINDS: readonly Kind[] = ['integrations', 'providers', 'repositories', 'deployments']

export interface WorldOptions extends Omit<ClockOptions, 'elapsed'> {
  /** The changes that it starts with. */
  changes?: WorldChanges | undefined
  /** Reserves the bytes of a change before it happens. Default: no limit. @throws NoRoomError if they don't fit */
  admit?: ((bytes: number) => void) | undefined
  /** Called after every later change. */
  onChange(change: DatabaseChange): void
}

/** Estimates the bytes of the changes that a world starts with. */
export function measureWorldChanges(changes: WorldChanges = {}): number {
  return KINDS.reduce((sum, kind) => sum + measureChanges(changes[kind] ?? {}), 0)
}

/**
 * Creates a world. It shares its initial data, and uses memory only for what it changes.
 *
 * @throws OptionError with all changes that are impossible
 */
export function createWorld(baseline: Baseline, options: WorldOptions): World {
  const { changes = {}, onChange, isRunning, realTime } = options
  const { context, rules } = baseline
  let own: OpenVersion | undefined
  let hasEnded = false
  let notify: WorldOptions['onChange'] = () => undefined
  // The bytes of the initial changes were reserved as a whole.
  let admit: (bytes: number) => void = () => undefined
  const database: Database = createDatabase(baseline.database, {
    rules,
    admit: (bytes) => admit(bytes),
    onChange(event) {
      own?.end()
      // A version created after the end would never be ended.
      if (!hasEnded) own = createVersion()
      if (event.kind === 'deployments') listing.follow(event.change)
      notify(event)
    },
  })
  const listing = createDeploymentListing(database.deployments, baseline.indexes.find)
  applyChanges(database, changes)
  notify = onChange
  admit = options.admit ?? admit

  const clock = createClock(context.now, { elapsed: readElapsed(context.now, changes), isRunning, realTime })
  const counters = createCounters<Kind>(changes.created)
  const collections = createCollections({ database, context, clock, counters })
  const lifecycle = createLifecycle(collections.deployments, clock, context.now, changes.transitions)
  return {
    baseline,
    database,
    collections,
    listing,
    clock,
    lifecycle,
    version: () => own ?? baseline.version,
    end() {
      hasEnded = true
      own ??= createVersion()
      own.end()
      clock.abandon()
    },
    readChanges: () => ({
      ...Object.fromEntries(KINDS.map((kind) => [kind, database[kind].readChanges()])),
      created: counters.read(),
      elapsed: toJsonMicroseconds(clock.elapsed()),
      transitions: lifecycle.list(),
    }),
  }
}

function readElapsed(start: bigint, { elapsed = 0 }: WorldChanges): bigint {
  const microseconds = BigInt(elapsed)
  const now = start + microseconds
  if (now >= FIRST_MICROSECOND && now <= LAST_MICROSECOND) return microseconds
  const message = `"changes.elapsed" is ${elapsed}. It must lead to a date-time ${TIME_RANGE}`
  throw createChangesError([{ path: 'changes.elapsed', message }])
}

function applyChanges(database: Database, changes: WorldChanges): void {
  const issues: Issue[] = []
  for (const kind of KINDS) {
    for (const issue of applyTo(database, kind, changes[kind] ?? {})) {
      if (issues.length === MOST_ISSUES) throw createChangesError(issues, 'some')
      issues.push(issue)
    }
  }
  if (issues.length > 0) throw createChangesError(issues)
}

function createChangesError(issues: readonly Issue[], omitted?: 'some'): OptionError {
  return new OptionError(`Failed to build the world: ${joinIssues(issues, omitted)}.`, issues, omitted)
}

/** Applies changes one by one, and yields an issue for each change that is impossible. */
function* applyTo(
  database: Database,
  kind: Kind,
  changes: Partial<TableChanges<{ id: string }>>,
): Generator<Issue, void> {
  const table = database[kind]
  const { removed = [], replaced = [], added = [] } = changes
  const attempt = function* (what: string, index: number, write: () => unknown): Generator<Issue, void> {
    const reason = findReason(write)
    if (reason === undefined) return
    yield { path: `changes.${kind}.${what}.${index}`, message: `changes.${kind}.${what}: ${reason}` }
  }
  for (const [index, id] of removed.entries()) yield* attempt('removed', index, () => removeFrom(table, id))
  for (const [index, record] of replaced.entries()) {
    yield* attempt('replaced', index, () => table.replace(record.id, record))
  }
  for (const [index, record] of added.entries()) yield* attempt('added', index, () => table.insert(record))
}

function removeFrom(table: Database[Kind], id: string): void {
  if (!table.remove(id)) throw new OptionError(`no record has the id "${id}"`)
}

function findReason(write: () => unknown): string | undefined {
  try {
    write()
    return undefined
  } catch (error) {
    if (!(error instanceof OptionError) || error instanceof NoRoomError) throw error
    return error.message.replace(/\.$/, '')
  }
}
