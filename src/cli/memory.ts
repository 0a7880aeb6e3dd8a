import { getHeapStatistics } from 'node:v8'
import { OptionError } from '../core/option-error.ts'
import { countRecords, type Scenario } from '../core/scenario.ts'
import type { BuildHooks, Simulator, SimulatorOptions } from '../core/simulator.ts'
import { buildWorld, type ScenarioFile } from '../files/scenario-file.ts'
import { blameFile } from '../files/source-file.ts'

// Measured with a hundred thousand and a million deployments, and rounded up.
const BYTES_PER_RECORD = 3000
const MEGABYTE = 1024 * 1024

/**
 * Makes sure that the records of a scenario fit into memory. Better said beforehand than found
 * out by the process: without room it dies, and says only that.
 */
export function assertFits(scenario: Scenario): void {
  const room = getHeapStatistics().heap_size_limit
  const most = Math.floor(room / BYTES_PER_RECORD)
  const counts = Object.entries(countRecords(scenario))
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  if (all <= most) return
  const [kind, count] = counts.reduce((largest, each) => (each[1] > largest[1] ? each : largest), ['records', 0])
  const needed = Math.ceil((all * BYTES_PER_RECORD) / MEGABYTE)
  const reason =
    `they take about ${needed} MB, and Node may use ${Math.floor(room / MEGABYTE)} MB. ` +
    `Ask for ${most} at most, or start with NODE_OPTIONS=--max-old-space-size=${needed + 512}.`
  const path = kind === 'repositories' ? 'integrations' : kind
  throw new OptionError(`Failed to serve ${count} ${kind}: ${reason}`, [
    { path, message: `${count} ${kind}: ${reason}` },
  ])
}

/** Builds the world of a scenario's file if it fits into memory. @throws FileError naming what keeps it from being built */
export function tryOut(
  file: ScenarioFile,
  options?: Pick<SimulatorOptions, 'preset' | 'assumptions'>,
  hooks?: BuildHooks,
): Simulator {
  blameFile(file, () => assertFits(file.scenario))
  return buildWorld(file, options, hooks)
}
