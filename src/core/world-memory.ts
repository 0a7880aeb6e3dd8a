import type { Asked } from './byte-budget.ts'
import { estimateBytes } from './records/byte-size.ts'
import { countRecords, type Scenario } from './scenario.ts'

// Measured with a hundred thousand and a million deployments, and rounded up.
const BYTES_PER_RECORD = 3000
const BYTES_PER_WORLD = 64 * 1024

/** Estimates how many bytes the initial data of a scenario takes, and describes it for error messages. */
export function estimateWorld(scenario: Scenario): { bytes: number; asked: Asked } {
  const { changes: _later, ...start } = scenario
  const counts = Object.entries(countRecords(start))
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  const [kind, count] = counts.reduce((largest, each) => (each[1] > largest[1] ? each : largest), ['records', 0])
  return {
    bytes: BYTES_PER_WORLD + all * BYTES_PER_RECORD + estimateBytes(start),
    asked: {
      failed: `Failed to build the world "${scenario.name}"`,
      what: `${count} ${kind}${count === all ? '' : ` and ${all - count} other records`} take`,
      path: kind === 'repositories' ? 'integrations' : kind,
    },
  }
}
