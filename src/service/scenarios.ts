// The only file that reads the folder `scenarios`.

import { builtInScenarios } from '../../scenarios/index.ts'
import { shipScenario } from '../engine/scenario/scenario.ts'
import { allResources } from './resources/resources.ts'
import type { Scenario } from './scenario.ts'

/** The scenarios of the package, the default one first. To define your own, use `defineScenario`. */
export const scenarios = builtInScenarios.map((scenario) =>
  shipScenario<ShippedScenario<(typeof scenario)['name']>>(allResources, scenario),
)

/** A scenario of the package. */
export type ShippedScenario<Name extends string> = Scenario & { readonly name: Name }
