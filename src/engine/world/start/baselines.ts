// One baseline for all sessions with the same initial data: built in steps, and kept as long as it is used.

import type { AnyResource, RecordRules } from '../../define/resource/resource.ts'
import { quote } from '../../input/text/quote.ts'
import { countOf } from '../../input/text/words.ts'
import type { ByteBudget, Kept, Purpose, Reservation } from '../../limits/byte-budget.ts'
import { estimateBytes } from '../../limits/byte-size.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import { createPool, type Lease } from '../../limits/pool.ts'
import { announce, finish, type Steps, type Working } from '../../work/steps.ts'
import {
  type Baseline,
  type BaselineDeclarations,
  createBaseline,
  type Orderings,
  type ReportProgress,
} from './baseline.ts'
import { countInitial, readPlan } from './planned-groups.ts'
import type { NamedPlan, WorldPlan } from './world-plan.ts'

/** Finds the baseline of a scenario, or builds it. @throws NoRoomError, before that, if it does not fit into memory */
export type FindBaseline = (scenario: NamedPlan, settings: RecordRules, orderings: Orderings) => Lease<Baseline>

/**
 * The initial data of worlds. Sessions with equal initial data share one baseline, which exists as
 * long as one of them uses it. A few unused ones are kept while there is memory for them.
 */
export interface Baselines {
  find: FindBaseline
  /** Runs an action again after each missing baseline was built. Until all are found, it must not change anything. */
  whenBuilt<Result>(act: () => Result): Steps<Result>
}

/** A requested baseline is not built yet. */
class UnbuiltError extends Error {
  readonly requested: RequestedBaseline

  constructor(requested: RequestedBaseline) {
    super('The baseline has yet to be built.')
    this.requested = requested
  }
}

export function createBaselines(
  declared: BaselineDeclarations,
  budget: ByteBudget,
  options: Omit<BaselineBuilderParts, 'declared' | 'budget'> = {},
): Baselines {
  const builder = createBaselineBuilder({ declared, budget, ...options })
  // Serializing a plan may take long, and a baseline that is not built yet is requested twice.
  const writePlan = derivedFrom((scenario: NamedPlan) => JSON.stringify(pickPlan(declared, scenario)))
  let mayBuild = true

  const actWithoutBuilding = <Result>(act: () => Result): { result: Result } | UnbuiltError => {
    mayBuild = false
    try {
      return { result: act() }
    } catch (error) {
      if (error instanceof UnbuiltError) return error
      throw error
    } finally {
      mayBuild = true
    }
  }

  return {
    find(scenario, settings, orderings) {
      const requested = { key: JSON.stringify(settings) + writePlan(scenario), scenario, settings, orderings }
      const built = builder.find(requested.key) ?? (mayBuild ? finish(builder.build(requested)) : undefined)
      // A server does not listen yet, so no request waits for this.
      if (mayBuild && built !== undefined) finish(built.item.indexes.prepare(orderings))
      if (built?.item.indexes.has(orderings)) return built
      // This check is inside the action, because its caller can free memory and report the error.
      if (built === undefined) builder.assertRoom(requested)
      built?.release()
      throw new UnbuiltError(requested)
    },
    *whenBuilt(act) {
      const leases: Lease<Baseline>[] = []
      try {
        for (;;) {
          yield
          const attempted = actWithoutBuilding(act)
          if ('result' in attempted) return attempted.result
          leases.push(yield* builder.prepare(attempted.requested))
        }
      } finally {
        for (const each of leases) each.release()
      }
    },
  }
}

interface RequestedBaseline {
  /** The same for equal baselines. */
  readonly key: string
  readonly scenario: NamedPlan
  readonly settings: RecordRules
  /** The orders in which its records will be listed first. */
  readonly orderings: Orderings
}

interface BaselineBuilderParts {
  readonly declared: BaselineDeclarations
  readonly budget: ByteBudget
  readonly report?: ReportProgress | undefined
  /** How many times faster than usual records change. Default: 1. */
  readonly speed?: number | undefined
}

interface BuiltBaseline {
  readonly baseline: Baseline
  readonly bytes: number
  readonly purpose: Purpose
  memory: Reservation
  /** Its place among what can be dropped, while it is unused. */
  kept?: Kept | undefined
}

function createBaselineBuilder({ declared, budget, report, speed }: BaselineBuilderParts) {
  const { resources } = declared
  const pool = createBaselinePool(budget)
  const building: Working = new Map()

  const reserve = ({ key, scenario }: RequestedBaseline) => {
    const { bytes, purpose } = estimateWorld(resources, scenario)
    const all = bytes + key.length
    return { bytes: all, purpose, memory: budget.reserve('worlds', all, purpose) }
  }
  const build = function* (requested: RequestedBaseline): Steps<Lease<Baseline>> {
    const reserved = reserve(requested)
    let baseline: Baseline | undefined
    try {
      baseline = yield* createBaseline(declared, pickPlan(declared, requested.scenario), requested.settings, {
        budget,
        report,
        speed,
      })
    } finally {
      // The plan is invalid, or the work was cancelled.
      if (baseline === undefined) reserved.memory.release()
    }
    return toBaseline(pool.add(requested.key, { baseline, ...reserved }))
  }
  const find = (key: string): Lease<Baseline> | undefined => {
    const lease = pool.find(key)
    return lease && toBaseline(lease)
  }
  return {
    /** Returns a baseline that is built. @throws NoRoomError if there is no longer enough memory for it */
    find,
    /** @throws NoRoomError if there is not enough memory for it */
    assertRoom(requested: RequestedBaseline) {
      if (!building.has(requested.key)) reserve(requested).memory.release()
    },
    build,
    /** Builds a baseline if there is none, and sorts its records. Several callers may request the same one. */
    *prepare(requested: RequestedBaseline): Steps<Lease<Baseline>> {
      yield* waitFor(building, requested.key)
      const lease = find(requested.key) ?? (yield* announce(building, requested.key, build(requested)))
      let isPrepared = false
      try {
        yield* lease.item.indexes.prepare(requested.orderings)
        isPrepared = true
        return lease
      } finally {
        if (!isPrepared) lease.release()
      }
    },
  }
}

// Enough to switch back and forth in a demo. Each can contain a hundred thousand records.
const UNUSED_KEPT = 3

/** The baselines in use, and a few unused ones that may be needed again. */
function createBaselinePool(budget: ByteBudget) {
  const keepUnused = budget.openCache<string>('worlds', (key) => pool.drop(key))
  const leaveBudget = (entry: BuiltBaseline): void => {
    if (entry.kept !== undefined) budget.release(entry.kept)
    entry.kept = undefined
  }
  const pool = createPool<BuiltBaseline>({
    mostUnused: UNUSED_KEPT,
    onUse(entry) {
      leaveBudget(entry)
      entry.memory = budget.reserve('worlds', entry.bytes, entry.purpose)
    },
    onUnused(key, entry) {
      entry.memory.release()
      entry.baseline.version.clear()
      entry.kept = keepUnused(key, entry.bytes)
      return entry.kept !== undefined
    },
    onDrop(entry) {
      leaveBudget(entry)
      entry.baseline.version.end()
    },
  })
  return pool
}

function toBaseline({ item, release }: Lease<BuiltBaseline>): Lease<Baseline> {
  return { item: item.baseline, release }
}

function* waitFor(working: Working, key: string): Steps<void> {
  for (let other = working.get(key); other !== undefined; other = working.get(key)) yield other
}

/** Returns the parts of a scenario that determine the initial data. */
function pickPlan({ resources, world }: BaselineDeclarations, scenario: WorldPlan): WorldPlan {
  const { seed, now } = scenario
  const names = Object.keys(world.fields).filter((field) => Reflect.get(scenario, field) !== undefined)
  return {
    seed,
    now,
    ...Object.fromEntries(names.map((field) => [field, Reflect.get(scenario, field)])),
    // The fields of all resources.
    ...Object.fromEntries(resources.map((each) => [each.plan.field, readPlan(each, scenario)])),
  }
}

// Measured with two hundred thousand records, in the orders of the default assumptions.
const BYTES_PER_RECORD = 1250
const BYTES_PER_WORLD = 64 * 1024

/** Estimates how many bytes the initial data of a scenario takes, and describes it for error messages. */
function estimateWorld(resources: readonly AnyResource[], scenario: NamedPlan): { bytes: number; purpose: Purpose } {
  const { changes, ...start } = scenario
  const counts = resources.map((resource) => ({ resource, count: countInitial(resource, start) }))
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const records = counts.reduce((sum, { resource, count }) => sum + count * measureRecord(resource), 0)
  const largest = counts.reduce((most, each) => (each.count > most.count ? each : most))
  const rest = all - largest.count
  return {
    bytes: BYTES_PER_WORLD + records + estimateBytes(start),
    purpose: {
      attempt: `build the world ${quote(scenario.name)}`,
      what: `${largest.count} ${largest.resource.name}${rest === 0 ? '' : ` and ${countOf(rest, 'other record')}`} take`,
      path: largest.resource.plan.field,
    },
  }
}

function measureRecord({ recordBytes }: AnyResource): number {
  return recordBytes ?? BYTES_PER_RECORD
}
