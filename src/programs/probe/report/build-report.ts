// Builds the report of a probe from what it has found.

import { formatCommand, quoteForShell, quoteWord } from '../../../engine/input/text/shell.ts'
import type { FaultFinding } from '../faults.ts'
import type { History } from '../history.ts'
import { VARIABLES } from '../run/attempt.ts'
import type { SearchFindings } from '../search/findings.ts'
import { type AssumedValues, formatValues, listValues } from '../search/values.ts'
import { describeSettings, type ProbeSettings, type TriedEntry } from '../settings.ts'
import type { UnchangedRun } from '../unchanged-run.ts'
import { type EntryReport, type FailureReport, type FaultReport, FORMAT, type ProbeReport, VERSION } from './report.ts'

/** What a probe has found so far. */
export interface Found {
  settings: ProbeSettings
  unchanged: UnchangedRun
  /** The entries that were tried, or were not covered. */
  entries: readonly TriedEntry[]
  findings: SearchFindings
  faults: FaultFinding[]
}

interface ReportParts extends Found {
  history: History
  runs: number
  isComplete: boolean
  milliseconds: number
}

export function buildProbeReport(parts: ReportParts): ProbeReport {
  const { settings, unchanged, entries, findings, faults, history, runs, isComplete, milliseconds } = parts
  const reports = settings.faults ? [] : entries.map((each) => buildEntry(each, parts))
  const breaking = [
    ...reports.flatMap(({ id, breaksWith }) => breaksWith.map((value): AssumedValues => ({ [id]: value }))),
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

const PORT = 4010

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
