// Collects the coverage of simulators, as requests happen.

import type { Declarations } from '../../contract/operation/declarations.ts'
import type { Events } from '../../sessions/events/event-source.ts'
import { createContractCounts } from './contract-counts.ts'
import { buildReport, type CoverageReport, type Tally } from './report.ts'
import { type AssumptionUsage, countUsage, mergeUsage } from './usage.ts'

/** The part of a simulator that a watcher needs. */
export interface Watched {
  readonly events: Events
}

export interface Watcher {
  /** Observes every request from now on, in all sessions. @returns a function that stops it */
  watch(simulator: Watched): () => void
}

/** The coverage of simulators. It counts every request at once, because journals are bounded and sessions may end. */
export interface Collector extends Watcher {
  tally(): Tally
  report(): CoverageReport
  usage(): AssumptionUsage
}

/** Creates a collector. The cases depend on the assumptions under which requests were answered. */
export function createCollector(declared: Declarations): Collector {
  const { add, tally } = createContractCounts(declared)
  let usage = countUsage([])
  return {
    tally,
    report: () => buildReport(tally()),
    usage: () => usage,
    watch: ({ events }) =>
      events.listen((_, explain) => {
        const explained = explain()
        if (explained === undefined) return
        const { entry, assumptions } = explained
        add(entry, assumptions)
        usage = mergeUsage([usage, countUsage([entry])])
      }),
  }
}
