// How large a requested world can be.

import type { Scenario } from '../../define/scenario.ts'
import { OptionError } from '../../input/options/option-error.ts'
import { quote } from '../../input/text/quote.ts'
import { allResources } from '../../seam/resources.ts'
import { countInitial } from '../../world/start/planned-records.ts'

const MOST_RECORDS = 1_000_000

/** Returns a scenario if a server can hold it. @throws OptionError for a scenario that is too large */
export function assertSize(scenario: Scenario): Scenario {
  const count = allResources.reduce((sum, resource) => sum + countInitial(resource, scenario), 0)
  if (count <= MOST_RECORDS) return scenario
  throw new OptionError(
    `Failed to load the scenario ${quote(scenario.name)}: it has ${count} records. At most ${MOST_RECORDS} are allowed here.`,
  )
}
