// The entry `deploymock/coverage`.

import { assertSimulator } from '../../engine/input/options/assert-simulator.ts'
import { assertValue } from '../../engine/input/options/known-options.ts'
import { createCollector } from '../../engine/reports/coverage/collector.ts'
import { formatCoverage } from '../../engine/reports/coverage/format-coverage.ts'
import type { CoverageReport } from '../../engine/reports/coverage/report.ts'
import { declaredBy } from '../../engine/scenario/service.ts'
import type { AnySimulator } from '../../engine/simulator/simulator.ts'
import { service } from '../../service/service.ts'
import type { AssumptionUsage } from '../../service/types.ts'
import { writeCoverage } from './files.ts'

/** The coverage of one simulator, from the call of `collectCoverage` on. */
export interface SimulatorCoverage {
  /** Returns which parts of the contract were covered, and which were not. */
  report(): CoverageReport
  /** Returns which assumptions the requests depended on, and how often. */
  usage(): AssumptionUsage
  /** Writes a file for `deploymock coverage`, completely or not at all. */
  write(file: string): void
  /** Stops collecting. */
  stop(): void
}

/**
 * Collects which parts of the contract the requests to a simulator cover from now on.
 *
 * @example
 * const coverage = collectCoverage(simulator)
 * await simulator.fetch('/v2/deployments?limit=100')
 * console.log(formatCoverage(coverage.report()))
 */
export function collectCoverage(simulator: Pick<AnySimulator, 'events'>): SimulatorCoverage {
  assertSimulator('collect the coverage', simulator, 'collectCoverage(createSimulator())')
  const declared = declaredBy(simulator) ?? service
  const collector = createCollector(declared)
  const stop = collector.watch(simulator)
  const { report, usage, tally } = collector
  return {
    report,
    usage,
    write(file) {
      assertValue('write the coverage', 'file', file, 'text')
      writeCoverage(file, { service: declared.title, cases: tally(), usage: usage() })
    },
    stop,
  }
}

export { type AssumptionUsage, type CoverageReport, formatCoverage }
