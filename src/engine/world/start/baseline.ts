// The initial data of worlds: records, and their sorted lists.

import { createBaseContext, type FactoryContext } from '../../define/factory/context.ts'
import type { AnyResource, RecordRules, SeedSource } from '../../define/resource/resource.ts'
import type { WorldDeclarations } from '../../define/world-declarations.ts'
import { describeReason, findField, type Issue, MOST_ISSUES, OptionError } from '../../input/options/option-error.ts'
import type { Fields } from '../../input/schemas/schema-walk.ts'
import { parseMicroseconds } from '../../input/schemas/timestamp.ts'
import type { ByteBudget } from '../../limits/byte-budget.ts'
import { orderingNamed } from '../../store/listing/listing.ts'
import { createListingIndex, type ListingIndex } from '../../store/listing/listing-index.ts'
import { createOrder } from '../../store/listing/ordering.ts'
import { isNumeric } from '../../store/rows/keys.ts'
import type { Row } from '../../store/rows/model.ts'
import { createRecordCache, createVersion, type OpenVersion, parseRecord } from '../../store/tables/seeded-table.ts'
import { createEntries, type RecordEntry } from '../../store/time/timeline.ts'
import { finish, type Steps } from '../../work/steps.ts'
import { buildWorldError } from '../apply-changes.ts'
import {
  type Changes,
  createChanges,
  createSeededDatabase,
  findRecordIssues,
  type SeededDatabase,
} from '../database.ts'
import { createScene, findStarting, planNext } from '../next-step.ts'
import { countAll, readPlan } from './planned-groups.ts'
import type { WorldPlan } from './world-plan.ts'

/** The initial data of worlds with the same plan. It never changes, so any number of worlds can share it. */
export interface Baseline {
  plan: WorldPlan
  /** Whether it has so many records that to search them takes long. */
  isLarge: boolean
  rules: RecordRules
  /** The rules for records that may have been stored under other assumptions. */
  storedRules: RecordRules
  context: FactoryContext
  database: SeededDatabase
  /** The changes of a world in which nothing has changed. Such worlds share what is derived from their data. */
  unchanged: Changes
  /** Ends when the baseline may no longer be used. */
  version: OpenVersion
  /** The initial records, sorted and indexed. */
  indexes: BaselineIndexes
}

/** What decides what records a world can have. */
export interface BaselineDeclarations {
  readonly resources: readonly AnyResource[]
  readonly world: WorldDeclarations
}

const RECORDS_PER_REPORT = 1000
// Fewer are searched within a few milliseconds.
const MANY = 20_000

/** Called every thousand records with how many of all records are built. */
export type ReportProgress = (built: number, all: number) => void

export interface BaselineOptions {
  /** The memory for records that were completed when they were read. */
  budget: ByteBudget
  report?: ReportProgress | undefined
  /** How many times faster than usual records change. Default: 1. */
  speed?: number | undefined
}

/** Creates a baseline, one record per step. @throws OptionError with the first invalid record of each group */
export function* createBaseline(
  { resources, world }: BaselineDeclarations,
  plan: WorldPlan,
  settings: RecordRules,
  { budget, report, speed = 1 }: BaselineOptions,
): Steps<Baseline> {
  const base = createBaseContext({ seed: plan.seed, now: parseMicroseconds(plan.now) })
  const context: FactoryContext = { ...base, ...world.buildFacts(base, settings, plan) }
  const version = createVersion()
  const sources = new Map<string, SeedSource>()
  const database = createSeededDatabase(
    resources,
    ({ name }) => sources.get(name),
    createRecordCache<Fields>(budget, version),
  )
  const collector = createIssueCollector()
  const countRecord = createProgress(() => countAll(resources, plan), report)
  for (const resource of resources) {
    const source = resource.seed(readPlan(resource, plan), { context, rules: settings, tables: database })
    sources.set(resource.name, source)
    yield* seedResource({ resource, source, database, rules: settings, collector, countRecord })
  }
  collector.finish()
  return {
    plan,
    isLarge: countAll(resources, plan) > MANY,
    rules: settings,
    storedRules: world.relaxSettings(settings),
    context,
    database,
    unchanged: { ...createChanges(), timeline: createEntries(planBeginnings(database, context, speed)) },
    version,
    indexes: createBaselineIndexes(database, plan.seed),
  }
}

/** What follows on the states that records begin with, of the resources whose lifecycles start at once. */
function planBeginnings(database: SeededDatabase, context: FactoryContext, speed: number): RecordEntry[] {
  const planning = { elapsed: 0n, speed, scene: createScene(database, context) }
  return database.resources.flatMap((resource) => {
    const where = findStarting(resource, context)
    const records = where === undefined ? [] : (database.of(resource).find(where) as readonly Fields[])
    return records.flatMap((record) => planNext(resource, record, planning) ?? [])
  })
}

interface SeedRun {
  resource: AnyResource
  source: SeedSource
  database: SeededDatabase
  rules: RecordRules
  collector: IssueCollector
  countRecord(): void
}

function* seedResource({ resource, source, database, rules, collector, countRecord }: SeedRun): Steps<void> {
  const { count, firsts, summarize, build } = source
  const table = database.tableOf(resource)
  const find = (record: Fields) => findRecordIssues(resource, record, { rules, tables: database })
  const attempt = (index: number, act: () => unknown): void => {
    const find = () => ({ path: [resource.plan.field, ...source.pathAt(index)], label: source.labelAt?.(index) })
    collector.attempt(find, act)
  }
  const seed = (index: number, isFirst: boolean): void => {
    if (summarize === undefined) {
      attempt(index, () => table.insert(build(index), find))
      return
    }
    let first: Row | undefined
    // Records that are completed later are equal to the first one of their group in all given fields.
    if (isFirst) attempt(index, () => (first = parseRecord<Fields>('create', table.kind, build(index), find)))
    attempt(index, () => table.seed(index, summarize(index), first))
  }
  let group = 0
  for (let index = 0; index < count; index += 1) {
    countRecord()
    const isFirst = firsts[group] === index
    if (isFirst) group += 1
    seed(index, isFirst)
    yield
  }
}

function createProgress(count: () => number, report?: ReportProgress): () => void {
  if (report === undefined) return () => undefined
  const all = count()
  let built = 0
  return () => {
    built += 1
    if (built % RECORDS_PER_REPORT === 0) report(built, all)
  }
}

interface ListPlace {
  readonly path: readonly (string | number)[]
  readonly label: string | undefined
}

interface IssueCollector {
  /** Seeds a record. Collects one issue for each group, with its path. @throws OptionError if there are too many */
  attempt(findPlace: () => ListPlace, seed: () => unknown): void
  /** @throws OptionError if there are issues */
  finish(): void
}

// After this many invalid records, no more are tried.
const MOST_FAILURES = 1000

function createIssueCollector(): IssueCollector {
  const issues = new Map<string, Issue>()
  let failures = 0
  return {
    attempt(findPlace, seed) {
      try {
        seed()
      } catch (error) {
        if (!(error instanceof OptionError)) throw error
        failures += 1
        if (issues.size === MOST_ISSUES || failures > MOST_FAILURES) throw buildWorldError([...issues.values()], 'some')
        const { label, ...place } = findPlace()
        const path = place.path.join('.')
        if (issues.has(path)) return
        const start = label === undefined ? path : `${path}: ${label}`
        issues.set(path, { path, message: `${start}: ${describeReason(error)}`, ...findField(error) })
      }
    },
    finish() {
      if (issues.size > 0) throw buildWorldError([...issues.values()])
    },
  }
}

/** For each resource whose records are sorted before the first request: the name of the ordering. */
export type Orderings = Readonly<Record<string, string>>

/** The initial records of each resource, in each order that was requested. */
export type BaselineIndexes = ReturnType<typeof createBaselineIndexes>

export function createBaselineIndexes(database: SeededDatabase, seed: number) {
  const indexes = new Map<string, ListingIndex>()
  const create = function* (resource: AnyResource, name: string): Steps<ListingIndex> {
    const ordering = orderingNamed(resource, name)
    if (ordering === 'added' && resource.derivedFrom !== undefined) {
      throw new Error(`Failed to sort the ${resource.name}: derived rows have no key for the order of their addition.`)
    }
    const order = createOrder(ordering, seed, isNumeric(resource.schema.shape.id))
    // A row has the fields of a summary, whether it is completed or not.
    const summaries = database.tableOf(resource).rows.list()
    const index = yield* createListingIndex(summaries, { order, fields: resource.list?.fields ?? {} })
    indexes.set(keyOf(resource.name, name), index)
    return index
  }
  return {
    /** Returns the records in an order, and sorts them if needed. */
    find: (resource: AnyResource, ordering: string) =>
      indexes.get(keyOf(resource.name, ordering)) ?? finish(create(resource, ordering)),
    has: (orderings: Orderings) =>
      Object.entries(orderings).every(([resource, ordering]) => indexes.has(keyOf(resource, ordering))),
    /** Drops what searches of them have left, which can be found again. */
    drop() {
      for (const index of indexes.values()) index.drop()
      for (const resource of database.resources) database.tableOf(resource).forget()
    },
    /** Sorts the records in each of the orders, in steps. */
    *prepare(orderings: Orderings): Steps<void> {
      for (const resource of database.resources) {
        const ordering = orderings[resource.name]
        if (ordering !== undefined && !indexes.has(keyOf(resource.name, ordering))) yield* create(resource, ordering)
      }
    },
  }
}

function keyOf(resource: string, ordering: string): string {
  return `${resource} ${ordering}`
}
