// One baseline for all sessions with the same initial data.

import type { RecordRules } from '../../define/resource/record-rules.ts'
import type { ByteBudget } from '../../limits/byte-budget.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { Lease } from '../../limits/pool.ts'
import { finish, type Steps } from '../../work/steps.ts'
import type { Baseline, BaselineDeclarations, Orderings } from './baseline.ts'
import {
  type BaselineBuilderParts,
  createBaselineBuilder,
  pickPlan,
  type RequestedBaseline,
} from './baseline-builder.ts'
import type { NamedPlan } from './world-plan.ts'

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
