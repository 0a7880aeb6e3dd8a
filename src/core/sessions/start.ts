// The start of a session.

import type { AssumptionOverrides } from '../register/assumptions.ts'
import type { Preset } from '../register/register.ts'
import type { Scenario } from '../scenario.ts'

/** What a session starts with and what `reset` returns to. */
export interface Start {
  scenario: Scenario
  preset: Preset
  assumptions: AssumptionOverrides
}

/** Returns what a session of a scenario starts with. */
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
