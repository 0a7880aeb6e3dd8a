// Estimates how much memory a world uses.

import type { Asked } from './byte-budget.ts'
import { quote } from './quote.ts'
import { allResources } from './resources/resources.ts'
import type { Scenario } from './scenario.ts'
import { estimateBytes } from './schemas/byte-size.ts'
import { countInitial } from './world/planned-records.ts'

// Measured with a hundred thousand and a million deployments, and rounded up.
const BYTES_PER_RECORD = 3000
const BYTES_PER_WORLD = 64 * 1024

/** Estimates how many bytes the initial data of a scenario takes, and describes it for error messages. */
export function estimateWorld(scenario: Scenario): { bytes: number; asked: Asked } {
  const { changes: _later, ...start } = scenario
  const counts = allResources.map((resource) => ({ resource, count: countInitial(resource, start) }))
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const largest = counts.reduce((most, each) => (each.count > most.count ? each : most))
  const rest = all - largest.count
  return {
    bytes: BYTES_PER_WORLD + all * BYTES_PER_RECORD + estimateBytes(start),
    asked: {
      failed: `Failed to build the world ${quote(scenario.name)}`,
      what: `${largest.count} ${largest.resource.name}${rest === 0 ? '' : ` and ${rest} other records`} take`,
      path: largest.resource.plan.field,
    },
  }
}
