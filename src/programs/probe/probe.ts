import { defaultPreset, listEntries, namedValues, presetValue } from '../../engine/define/assumptions/assumptions.ts'
import { findExclusion } from '../../engine/define/assumptions/exclusions.ts'
import type { RegisterEntry } from '../../engine/define/assumptions/register-entry.ts'
import { formatCommand, quoteForShell, quoteWord } from '../../engine/input/text/shell.ts'
import { countOf } from '../../engine/input/text/words.ts'
import { type FaultFinding, searchFaults } from './faults.ts'
import type { History } from './history.ts'
import {
  type EntryReport,
  type FailureReport,
  type FaultReport,
  FORMAT,
  type ProbeReport,
  VERSION,
} from './report/report.ts'
import { VARIABLES } from './run/attempt.ts'
import { ProbeInterruption } from './run/command.ts'
import type { Trace } from './run/trace.ts'
import { createRunner, type Runner, type RunnerOptions } from './runner.ts'
import { createFindings, type SearchFindings } from './search/findings.ts'
import { search } from './search/search.ts'
import { type AssumedValues, type Candidate, formatValues, listValues } from './search/values.ts'
import { describeSettings, type ProbeSettings } from './settings.ts'
import { runUnchanged, type UnchangedRun } from './unchanged-run.ts'

const PORT = 4010

interface Started extends ProbeProgress {
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

/** An entry that was asked for, with its values other than the current one. */
interface TriedEntry {
  readonly id: string
  readonly entry: RegisterEntry
  readonly others: readonly string[]
  /** Whether a request of the unchanged command depended on it. */
  readonly isCovered: boolean
}

/** Lists the entries that were asked for, with the values to try. */
function listTried({ declared: { questions }, ids, base }: ProbeSettings, trace: Trace): TriedEntry[] {
  return listEntries(questions)
    .filter(([id]) => ids.includes(id))
    .map(([id, entry]) => {
      const usual = presetValue(questions, entry, defaultPreset(questions))
      const current = findCurrent(id, usual, base, trace)
      const others = namedValues(entry).filter((value) => value !== current)
      return { id, entry, others, isCovered: trace.touched.has(id) }
    })
}

// Tests may set different values. All of them are tried then.
function findCurrent(id: string, usual: string, base: AssumedValues, { values }: Trace): string | undefined {
  if (base[id] !== undefined) return base[id]
  const [first, ...others] = values.get(id) ?? [usual]
  return others.length === 0 ? first : undefined
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

/** What a probe has found so far. */
interface ProbeProgress {
  settings: ProbeSettings
  unchanged: UnchangedRun
  /** The entries that were tried, or were not covered. */
  entries: readonly TriedEntry[]
  findings: SearchFindings
  faults: FaultFinding[]
}

interface ReportParts extends ProbeProgress {
  history: History
  runs: number
  isComplete: boolean
  milliseconds: number
}

function buildProbeReport(parts: ReportParts): ProbeReport {
  const { settings, unchanged, entries, findings, faults, history, runs, isComplete, milliseconds } = parts
  const reports = settings.faults ? [] : entries.map((each) => buildEntry(each, parts))
  const breaking = [
    ...reports.flatMap(({ id, breaksWith, refusedWith }) =>
      [...breaksWith, ...refusedWith].map((value): AssumedValues => ({ [id]: value })),
    ),
    ...findings.jointly,
  ]
  return {
    format: FORMAT,
    version: VERSION,
    command: formatCommand(settings.command),
    complete: isComplete,
    entries: reports,
    jointly: findings.jointly.map(listValues),
    faults: faults.map((each) => buildFault(each, history)),
    runs,
    saved: settings.faults ? 0 : countSaved(entries),
    milliseconds: Math.round(milliseconds),
    requests: unchanged.trace.requests,
    draws: { tried: findings.draws, flaky: findings.flaky.length },
    pairs: findings.pairs,
    failures: breaking.map((values) => buildFailure(values, settings, history)),
    settings: describeSettings(settings),
    history: history.list(),
  }
}

function buildEntry(tried: TriedEntry, { findings, unchanged }: ReportParts): EntryReport {
  const { id, entry, others } = tried
  const effects = findings.alone.get(id) ?? new Map<string, string>()
  const list = (effect: string): string[] => others.filter((value) => effects.get(value) === effect)
  const operations = unchanged.trace.touched.get(id) ?? new Map<string, number>()
  return {
    id,
    verdict: judge(tried, effects),
    breaksWith: list('breaks'),
    refusedWith: list('refused'),
    flakyWith: list('flaky'),
    requests: [...operations.values()].reduce((sum, count) => sum + count, 0),
    operations: Object.fromEntries(operations),
    advice: entry.advice,
  }
}

function judge({ others, isCovered }: TriedEntry, effects: ReadonlyMap<string, string>): EntryReport['verdict'] {
  const seen = others.map((value) => effects.get(value))
  // An entry that matters only beside others can still break the command.
  if (seen.includes('breaks')) return 'depends'
  if (!isCovered) return 'not covered'
  if (seen.includes('flaky')) return 'flaky'
  if (seen.includes('refused')) return 'refused'
  return seen.includes(undefined) ? 'unfinished' : 'holds'
}

function countSaved(entries: readonly TriedEntry[]): number {
  return entries.reduce((sum, { isCovered, others }) => sum + (isCovered ? 0 : others.length), 0)
}

function buildFailure(values: AssumedValues, settings: ProbeSettings, history: History): FailureReport {
  const { failure } = history.findFailed({ values }) ?? {}
  return {
    values: listValues(values),
    test: failure?.test ?? null,
    message: failure?.message ?? [],
    ...(failure?.others !== undefined && { others: failure.others }),
    reproduce: listReproducingLines(values, settings),
  }
}

function buildFault({ operation, effect, verdict, variation }: FaultFinding, history: History): FaultReport {
  const { failure } = verdict === 'fails' ? (history.findFailed(variation) ?? {}) : {}
  return {
    operation,
    effect,
    verdict,
    ...(failure?.test !== undefined && { test: failure.test }),
    ...(failure !== undefined && { message: failure.message }),
  }
}

type Reproduced = Pick<ProbeSettings, 'base' | 'command' | 'urlEnv' | 'world'> &
  Partial<Pick<ProbeSettings, 'service' | 'declared'>>

/** Lists the lines that run the command with these values, for a shell. */
export function listReproducingLines(
  values: AssumedValues,
  { base, command, urlEnv, world, service, declared }: Reproduced,
): string[] {
  const assumed = { ...base, ...values }
  const line = formatCommand(command)
  const about = service === undefined ? '' : `${VARIABLES.service}=${quoteForShell(String(declared?.title))} `
  if (urlEnv === undefined) return [`${about}${VARIABLES.assume}=${quoteForShell(formatValues(assumed))} ${line}`]
  const options = [
    ...(service === undefined ? [] : [`--service ${quoteWord(service)}`]),
    ...(world === undefined ? [] : [`--scenario ${quoteWord(world)}`]),
    ...listValues(assumed).map(({ id, value }) => `--assume ${quoteWord(`${id}=${value}`)}`),
  ]
  return [`npx deploymock ${options.join(' ')}`, `${urlEnv}=http://127.0.0.1:${PORT} ${line}`]
}
