// Builds a few records of each scenario, so that what is impossible is told where it is declared.

import type { AnyResource } from '../engine/define/resource/resource.ts'
import { describeReason, OptionError } from '../engine/input/options/option-error.ts'
import { createByteBudget, MEGABYTE } from '../engine/limits/byte-budget.ts'
import type { Scenario } from '../engine/scenario/scenario.ts'
import { finish } from '../engine/work/steps.ts'
import { type BaselineDeclarations, createBaseline } from '../engine/world/start/baseline.ts'
import { type RecordGroup, readPlan } from '../engine/world/start/planned-groups.ts'

// The second record may have the id of the first one.
const MOST = 2
const LIMIT = 8 * MEGABYTE

/** @throws OptionError if a scenario has impossible records */
export function tryScenarios(declared: BaselineDeclarations, scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios) {
    const few = declared.resources.map((each) => [each.plan.field, pickFew(readPlan(each, scenario) ?? 0)])
    try {
      const plan = { ...scenario, ...Object.fromEntries(few) }
      finish(createBaseline(declared, plan, {}, { budget: createByteBudget(LIMIT) }))
    } catch (error) {
      const problem = { attempt: `declare scenario ${scenario.name}`, received: describe(error, declared.resources) }
      // It says where it was thrown.
      throw Object.assign(new OptionError(problem), { cause: error })
    }
  }
}

function pickFew(groups: unknown): unknown {
  if (!Array.isArray(groups)) return Math.min(Number(groups), MOST)
  return groups.map((each: RecordGroup<unknown>) => ({ ...each, count: Math.min(each.count ?? 1, MOST) }))
}

function describe(error: unknown, resources: readonly AnyResource[]): string {
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof OptionError)) return `its records cannot be built: ${message}`
  const text = error.attempt === 'build the world' ? describeReason(error) : message
  // Groups before it may have more records.
  const names = resources.map(({ name }) => name).join('|')
  return text.replace(new RegExp(`\\b((?:${names})\\.\\d+): record \\d+:`, 'g'), '$1:')
}
