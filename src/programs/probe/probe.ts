import { findExclusion } from '../../engine/define/assumptions/exclusions.ts'
import { countOf } from '../../engine/input/text/count-of.ts'
import { type FaultFinding, searchFaults } from './faults.ts'
import { buildProbeReport, type Found } from './report/build-report.ts'
import type { ProbeReport } from './report/report.ts'
import { ProbeInterruption } from './run/command.ts'
import { createRunner, type Runner, type RunnerOptions } from './runner.ts'
import { createFindings } from './search/findings.ts'
import { search } from './search/search.ts'
import type { AssumedValues, Candidate } from './search/values.ts'
import { listTried, type ProbeSettings, type TriedEntry } from './settings.ts'
import { runUnchanged } from './unchanged-run.ts'

interface Started extends Found {
  options: RunnerOptions
  runner: Runner
}

const TIMES_SLOWER = 3
// More than Vitest and Jest give a test that hangs, so that they end it and name it.
const EXTRA_MILLISECONDS = 10_000
const DRAWS = { least: 8, most: 32 }

/**
 * Finds out which assumptions, or which faults, break a command. An interrupted probe returns what is
 * known so far.
 *
 * @throws UnchangedRunError if the unchanged command does not pass twice, or sends no request
 */
export async function probe(settings: ProbeSettings, options: RunnerOptions): Promise<ProbeReport> {
  const start = performance.now()
  const runner = await createRunner(settings, options)
  try {
    options.observer.onPhase('Running the command unchanged, twice.')
    options.observer.onPlan(1 + settings.parallel)
    const unchanged = await runUnchanged(runner, settings)
    runner.setTimeout(TIMES_SLOWER * unchanged.milliseconds + EXTRA_MILLISECONDS)
    const entries = listTried(settings, unchanged.trace)
    const findings = createFindings()
    const faults: FaultFinding[] = []
    const started = { settings, options, runner, unchanged, entries, findings, faults }
    const search = settings.faults ? tryFaults(started) : tryValues(started)
    const isComplete = await search.then(
      () => true,
      (error: unknown) => {
        if (error instanceof ProbeInterruption) return false
        throw error
      },
    )
    const milliseconds = performance.now() - start
    const { history } = runner
    return buildProbeReport({ ...started, history, runs: runner.count(), isComplete, milliseconds })
  } finally {
    await runner.close()
  }
}

async function tryValues({ settings, options, runner, entries, findings }: Started): Promise<void> {
  const { observer } = options
  const { base, draws, seed, parallel } = settings
  const candidates = entries.filter(({ isCovered }) => isCovered)
  observer.onPhase(`Trying other values of ${countOf(candidates.length, 'covered assumption')}.`)
  await search(findings, {
    candidates,
    findDrawnOnly: () => listTouchedLater(entries, runner),
    runWith: async (values) => (await runner.run({ values })).outcome,
    isAllowed: (values: AssumedValues) =>
      findExclusion(settings.declared.questions, { ...base, ...values }) === undefined,
    draws: draws === undefined ? DRAWS : { least: draws, most: draws },
    seed,
    parallel,
    onPlan: observer.onPlan,
    onTogether: () => observer.onPhase('Trying random values together.'),
  })
}

// With another value of one entry, requests may depend on further ones.
function listTouchedLater(entries: readonly TriedEntry[], { history }: Runner): Candidate[] {
  const touched = new Set(history.list().flatMap((run) => run.touched))
  return entries.filter(({ id, isCovered }) => !isCovered && touched.has(id))
}

async function tryFaults({ settings, options, runner, unchanged, faults }: Started): Promise<void> {
  options.observer.onPhase('Applying faults to the covered operations.')
  await searchFaults(faults, {
    declared: settings.declared,
    covered: [...unchanged.trace.operations.keys()],
    // The clocks of simulators in other processes stand still by default.
    clocksRun: settings.urlEnv !== undefined,
    runWith: runner.run,
    parallel: settings.parallel,
    onPlan: options.observer.onPlan,
  })
}
