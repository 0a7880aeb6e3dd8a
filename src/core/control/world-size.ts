import { OptionError } from '../option-error.ts'
import type { Scenario } from '../scenario.ts'

const MOST_RECORDS = 1_000_000

type Groups = number | readonly { readonly count?: number }[]

/** Returns a scenario if a server can hold it. @throws OptionError for a scenario that is too large */
export function assertSize(scenario: Scenario): Scenario {
  const { providers, integrations, deployments } = scenario
  const groups: Groups[] = [providers, deployments, ...integrations.map(({ repositories }) => repositories)]
  const count = groups.reduce<number>((sum, each) => sum + countRecords(each), integrations.length)
  if (count <= MOST_RECORDS) return scenario
  throw new OptionError(
    `Failed to load the scenario "${scenario.name}": it has ${count} records. At most ${MOST_RECORDS} are allowed here.`,
  )
}

function countRecords(groups: Groups): number {
  return typeof groups === 'number' ? groups : groups.reduce((sum, { count = 1 }) => sum + count, 0)
}
