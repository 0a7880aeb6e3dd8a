import { OptionError } from '../option-error.ts'
import type { Baseline } from './baseline.ts'
import { type ClockOptions, createClock, type WorldClock } from './clock.ts'
import { type Collections, createCollections } from './collections.ts'
import { createCounters } from './counters.ts'
import { createDatabase, type Database, type DatabaseChange, type Kind } from './database.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { createDeploymentListing, type DeploymentListing } from './listing.ts'
import type { TableChanges } from './table.ts'
import type { WorldChanges } from './world-plan.ts'

/** A baseline come alive: its data, and what happened to it since. */
export interface World {
  baseline: Baseline
  database: Database
  collections: Collections
  listing: DeploymentListing
  clock: WorldClock
  lifecycle: Lifecycle
  /** Another object after every change; the baseline while there was none. */
  version(): object
  /** What happened since the world began, to make a world that is the same. */
  readChanges(): WorldChanges
}

// Repositories belong to integrations.
const KINDS: readonly Kind[] = ['integrations', 'providers', 'repositories', 'deployments']

export interface WorldOptions extends Omit<ClockOptions, 'elapsed'> {
  /** What happened in it already. */
  changes?: WorldChanges | undefined
  /** Called after every change that follows. */
  onChange(change: DatabaseChange): void
}

/**
 * Creates a world. It shares what it begins with, and costs what is written in it.
 *
 * @throws OptionError naming everything that cannot have happened
 */
export function createWorld(baseline: Baseline, { changes = {}, onChange, isRunning, realTime }: WorldOptions): World {
  const { context, rules } = baseline
  let version: object = baseline
  let notify: WorldOptions['onChange'] = () => undefined
  const database: Database = createDatabase(baseline.database, rules, (event) => {
    version = {}
    if (event.kind === 'deployments') listing.follow(event.change)
    notify(event)
  })
  const listing = createDeploymentListing(database.deployments, baseline.findIndex)
  applyChanges(database, changes)
  notify = onChange

  const clock = createClock(context.now, { elapsed: changes.elapsed, isRunning, realTime })
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
    version: () => version,
    readChanges: () => ({
      ...Object.fromEntries(KINDS.map((kind) => [kind, database[kind].readChanges()])),
      created: counters.read(),
      elapsed: clock.elapsed(),
      transitions: lifecycle.list(),
    }),
  }
}

function applyChanges(database: Database, changes: WorldChanges): void {
  const mistakes = KINDS.flatMap((kind) => applyTo(database, kind, changes[kind] ?? {}))
  if (mistakes.length > 0) throw new OptionError(`Failed to build the world: ${mistakes.join(' ')}`)
}

function applyTo(database: Database, kind: Kind, changes: Partial<TableChanges<{ id: string }>>): string[] {
  const table = database[kind]
  const { removed = [], replaced = [], added = [] } = changes
  return [
    ...removed
      .filter((id) => !table.remove(id))
      .map((id) => `changes.${kind}.removed: there is none with the id "${id}".`),
    ...replaced.flatMap((record) => attempt(`changes.${kind}.replaced`, () => table.replace(record.id, record))),
    ...added.flatMap((record) => attempt(`changes.${kind}.added`, () => table.insert(record))),
  ]
}

function attempt(what: string, write: () => unknown): string[] {
  try {
    write()
    return []
  } catch (error) {
    return [`${what}: ${error instanceof Error ? error.message : String(error)}`]
  }
}
