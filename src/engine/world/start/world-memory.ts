// Estimates how much memory a world uses.

import type { AnyResource } from '../../define/resource/resource.ts'
import { quote } from '../../input/text/quote.ts'
import type { Purpose } from '../../limits/byte-budget.ts'
import { estimateBytes } from '../../limits/byte-size.ts'
import { countInitial } from './planned-records.ts'
import type { NamedPlan } from './world-plan.ts'

// Measured with two hundred thousand records, in the orders of the default assumptions.
const BYTES_PER_RECORD = 1250
const BYTES_PER_WORLD = 64 * 1024

/** Estimates how many bytes the initial data of a scenario takes, and describes it for error messages. */
export function estimateWorld(
  resources: readonly AnyResource[],
  scenario: NamedPlan,
): { bytes: number; purpose: Purpose } {
  const { changes: _later, ...start } = scenario
  const counts = resources.map((resource) => ({ resource, count: countInitial(resource, start) }))
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const records = counts.reduce((sum, { resource, count }) => sum + count * measureRecord(resource), 0)
  const largest = counts.reduce((most, each) => (each.count > most.count ? each : most))
  const rest = all - largest.count
  return {
    bytes: BYTES_PER_WORLD + records + estimateBytes(start),
    purpose: {
      attempt: `build the world ${quote(scenario.name)}`,
      what: `${largest.count} ${largest.resource.name}${rest === 0 ? '' : ` and ${rest} other records`} take`,
      path: largest.resource.plan.field,
    },
  }
}

function measureRecord({ recordBytes }: AnyResource): number {
  return recordBytes ?? BYTES_PER_RECORD
}
