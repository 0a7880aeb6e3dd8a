// How large a requested world can be.

import { OptionError } from '../../input/options/option-error.ts'
import { quote } from '../../input/text/quote.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import { countAll } from '../../world/start/planned-groups.ts'

const MOST_RECORDS = 1_000_000

/** Returns a scenario if a server can hold it. @throws OptionError for a scenario that is too large */
export function assertSize({ resources }: ServiceDeclarations, scenario: Scenario): Scenario {
  const count = countAll(resources, scenario)
  if (count <= MOST_RECORDS) return scenario
  throw new OptionError({
    attempt: `load the scenario ${quote(scenario.name)}`,
    received: `it has ${count} records`,
    advice: `At most ${MOST_RECORDS} are allowed here.`,
  })
}
