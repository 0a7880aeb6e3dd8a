import { createCollector } from '../core/coverage/collector.ts'
import { formatCoverage } from '../core/coverage/format-coverage.ts'
import type { CoverageReport } from '../core/coverage/report.ts'
import type { Simulator } from '../core/simulator.ts'
import { writeCoverage } from './files.ts'

/** The coverage of one simulator, from when it was asked for. */
export interface SimulatorCoverage {
  /** What was exercised, and what never was. */
  report(): CoverageReport
  /** Writes it into a file that `deploymock coverage` reads, as a whole or not at all. */
  write(file: string): void
  /** Ends looking at requests. */
  stop(): void
}

/**
 * Collects which parts of the contract the requests to a simulator exercise from now on.
 *
 * @example
 * const coverage = collectCoverage(simulator)
 * await simulator.fetch('/v2/deployments?limit=100')
 * console.log(formatCoverage(coverage.report()))
 */
export function collectCoverage(simulator: Pick<Simulator, 'events'>): SimulatorCoverage {
  const collector = createCollector()
  const stop = collector.watch(simulator)
  return { report: collector.report, write: (file) => writeCoverage(file, collector.tally()), stop }
}

export { type CoverageReport, formatCoverage }
