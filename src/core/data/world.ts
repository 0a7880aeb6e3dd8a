import { type Issue, joinIssues, MOST_ISSUES, NoRoomError, OptionError } from '../option-error.ts'
import { FIRST_MICROSECOND, LAST_MICROSECOND, TIME_RANGE, toJsonMicroseconds } from '../records/timestamp.ts'
import type { Baseline } from './baseline.ts'
import { type ClockOptions, createClock, type WorldClock } from './clock.ts'
import { type Collections, createCollections } from './collections.ts'
import { createCounters } from './counters.ts'
import { createDatabase, type Database, type DatabaseChange, type Kind } from './database.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { createDeploymentListing, type DeploymentListing } from './listing.ts'
import { measureChanges, type TableChanges } from './table.ts'
import { createVersion, type OpenVersion, type Version } from './version.ts'
import type { WorldChanges } from './world-plan.ts'

/** A baseline come alive: its data, and what happened to it since. */
export interface World {
  baseline: Baseline
  database: Database
  collections: Collections
  listing: DeploymentListing
  clock: WorldClock
  lifecycle: Lifecycle
  /** The version of the data; that of the baseline while nothing was changed. */
  version(): Version
  /** Ends the world: nobody waits for it any longer, and what was derived from its data is dropped. */
  end(): void
  /** What happened since the world began, to make a world that is the same. */
  readChanges(): WorldChanges
}

// Repositories belong to integrations.
const KINDS: readonly Kind[] = ['integrations', 'providers', 'repositories', 'deployments']

export interface WorldOptions extends Omit<ClockOptions, 'elapsed'> {
  /** What happened in it already. */
  changes?: WorldChanges | undefined
  /** Asks for the bytes that a change takes, before it happens. Default: there is room for all. @throws NoRoomError if they don't fit */
  admit?: ((bytes: number) => void) | undefined
  /** Called after every change that follows. */
  onChange(change: DatabaseChange): void
}

/** Estimates how many bytes a world takes for changes that happened already. */
export function measureWorldChanges(changes: WorldChanges = {}): number {
  return KINDS.reduce((sum, kind) => sum + measureChanges(changes[kind] ?? {}), 0)
}

/**
 * Creates a world. It shares what it begins with, and costs what is written in it.
 *
 * @throws OptionError naming everything that cannot have happened
 */
export function createWorld(baseline: Baseline, options: WorldOptions): World {
  const { changes = {}, onChange, isRunning, realTime } = options
  const { context, rules } = baseline
  let own: OpenVersion | undefined
  let hasEnded = false
  let notify: WorldOptions['onChange'] = () => undefined
  // The changes that happened already were asked for as a whole.
  let admit: (bytes: number) => void = () => undefined
  const database: Database = createDatabase(baseline.database, {
    rules,
    admit: (bytes) => admit(bytes),
    onChange(event) {
      own?.end()
      // Nobody would end one that begins later.
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

/** Applies changes one after the other, and gives the issue of each that cannot have happened. */
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
  if (!table.remove(id)) throw new OptionError(`there is none with the id "${id}"`)
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
