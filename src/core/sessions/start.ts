import type { AssumptionOverrides } from '../contract/register/assumptions.ts'
import type { Preset } from '../contract/register/register.ts'
import type { Scenario } from '../scenario.ts'

/** Where a session begins, and what it goes back to. */
export interface Start {
  scenario: Scenario
  preset: Preset
  assumptions: AssumptionOverrides
}

/** Where a session of a scenario begins. */
export function findStart(
  scenario: Scenario,
  { overrides }: { overrides: { [Field in 'preset' | 'assumptions']?: Start[Field] | undefined } },
): Start {
  return {
    scenario,
    preset: overrides.preset ?? scenario.preset ?? 'spec',
    assumptions: { ...scenario.assumptions, ...overrides.assumptions },
  }
}
