import type { Scenario } from '../src/core/scenario.ts'
import { defaultScenario } from './default.ts'
import { emptyScenario } from './empty.ts'

/** The scenarios that come with the package, the default one first. */
export const scenarios: readonly Scenario[] = [defaultScenario, emptyScenario]
