// Defines the scenarios of the package.

import { type ShippedInput, type ShippedScenario, shipScenario as ship } from '../engine/define/world/scenario.ts'
import { allResources } from './resources/resources.ts'

/** Defines a scenario of the package. Tests check it, so it is not validated when it is loaded. */
export function shipScenario<const Name extends string>(
  input: ShippedInput & { readonly name: Name },
): ShippedScenario<Name> {
  return ship(allResources, input)
}
