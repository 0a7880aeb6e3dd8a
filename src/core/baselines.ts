import { createBaselineBuilder, pickPlan, type WantedBaseline } from './baseline-builder.ts'
import { createBaselineCache } from './baseline-cache.ts'
import type { ByteBudget } from './byte-budget.ts'
import type { Baseline, ReportProgress, WorldSettings } from './data/baseline.ts'
import type { DeploymentOrdering } from './data/listing-index.ts'
import type { Lease } from './lease.ts'
import type { Scenario } from './scenario.ts'
import { finish, type Steps } from './steps.ts'

/**
 * Finds the baseline of a scenario, or builds it.
 *
 * @param ordering the order in which its deployments will be listed
 * @throws NoRoomError, before it is built, if it does not fit into memory
 */
export type FindBaseline = (
  scenario: Scenario,
  settings: WorldSettings,
  ordering: DeploymentOrdering,
) => Lease<Baseline>

/**
 * What worlds begin with. Each is built once for all sessions that begin alike, and stays for
 * as long as one of them uses it. A few more stay while there is memory for them.
 */
export interface Baselines {
  find: FindBaseline
  /**
   * Does something that may look for a baseline. One that there is not yet is built in steps and
   * its deployments are put in order, and then it is done again.
   *
   * @param act what looks for one; where `find` throws, it must have changed nothing
   */
  whenBuilt<Result>(act: () => Result): Steps<Result>
}

/** A baseline that is looked for and has yet to be built. */
class UnbuiltError extends Error {
  readonly wanted: WantedBaseline

  constructor(wanted: WantedBaseline) {
    super('The baseline has yet to be built.')
    this.wanted = wanted
  }
}

/** Creates the baselines of a simulator. */
export function createBaselines(budget: ByteBudget, report?: ReportProgress): Baselines {
  const cache = createBaselineCache(budget)
  const builder = createBaselineBuilder(cache, { budget, report })
  // It may take long, and what asks for a baseline that is not built asks twice.
  const plans = new WeakMap<Scenario, string>()
  let mayBuild = true

  const writePlan = (scenario: Scenario): string => {
    const plan = plans.get(scenario) ?? JSON.stringify(pickPlan(scenario))
    plans.set(scenario, plan)
    return plan
  }
  // What is not built is not waited for, but told.
  const attempt = <Result>(act: () => Result): { result: Result } | UnbuiltError => {
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
    find(scenario, settings, ordering) {
      const wanted = { key: JSON.stringify(settings) + writePlan(scenario), scenario, settings, ordering }
      const built = cache.find(wanted.key)
      if (mayBuild) return built ?? finish(builder.build(wanted))
      if (built?.item.indexes.has(ordering)) return built
      // Whoever looks for it can make room, and say what does not fit.
      if (built === undefined) builder.assertRoom(wanted)
      built?.release()
      throw new UnbuiltError(wanted)
    },
    *whenBuilt(act) {
      const held: Lease<Baseline>[] = []
      try {
        for (;;) {
          yield
          const attempted = attempt(act)
          if ('result' in attempted) return attempted.result
          held.push(yield* builder.prepare(attempted.wanted))
        }
      } finally {
        for (const each of held) each.release()
      }
    },
  }
}
