// Runs the command with variations, and remembers what happened.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capitalize } from '../../engine/input/text/words.ts'
import { createHistory, type PastRun, type TestFailure, toKey } from './history.ts'
import { type Attempt, attempt, type Variation } from './run/attempt.ts'
import { type FailingTest, findFailingTests, shorten } from './run/failing-tests.ts'
import { lastLines } from './run/output.ts'
import { describeLast } from './run/trace.ts'
import type { RunOutcome } from './search/findings.ts'
import type { ProbeSettings } from './settings.ts'

/** Hears what a probe does. */
export interface Observer {
  onPhase(text: string): void
  /** There will be more runs, at least this many. */
  onPlan(runs: number): void
  onStart(label: string): void
  onEnd(label: string, outcome: RunOutcome, milliseconds: number): void
}

/** Runs the command, and counts. */
export type Runner = Awaited<ReturnType<typeof createRunner>>

export interface RunnerOptions {
  signal: AbortSignal
  observer: Observer
  /** The runs of the probe that is resumed. */
  earlier?: readonly PastRun[] | undefined
}

export const FAULT_ID = 'probe'

/** Creates a runner. Each run has a folder and a server of its own. */
export async function createRunner(settings: ProbeSettings, { signal, observer, earlier }: RunnerOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'deploymock-probe-'))
  const history = createHistory(earlier)
  let timeout = settings.timeout === undefined ? undefined : settings.timeout * 1000
  let started = 0
  let unchanged = 0

  // What the tests expect to be refused.
  const usualRefusals = new Set<string>()

  const make = (variation: Variation, label: string): Promise<Attempt> => {
    started += 1
    observer.onStart(label)
    return attempt(settings, variation, { folder: join(folder, String(started)), timeout, signal })
  }
  const makeRun = async (variation: Variation, label: string): Promise<PastRun> => {
    const made = await make(variation, label)
    const refusals = [...made.trace.refusals].filter((each) => !usualRefusals.has(toKind(each)))
    const run = summarize(variation, made, refusals)
    observer.onEnd(label, run.outcome, made.milliseconds)
    return run
  }

  return {
    async runUnchanged(label: string) {
      const made = await make({ values: {} }, label)
      observer.onEnd(label, made.outcome, made.milliseconds)
      for (const each of made.trace.refusals) usualRefusals.add(toKind(each))
      unchanged += 1
      return made
    },
    /** Runs the command with a variation, or takes the outcome from the probe that is resumed. */
    async run(variation: Variation) {
      const past = history.take(variation)
      const label = describeVariation(variation)
      if (past !== undefined) observer.onEnd(label, past.outcome, 0)
      const run = past ?? (await makeRun(variation, label))
      history.add(run)
      return run
    },
    setTimeout(milliseconds: number) {
      timeout ??= milliseconds
    },
    history,
    count: () => unchanged + history.list().length,
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

// Ids and ports differ from run to run.
const toKind = (refusal: string): string => refusal.replace(/[\da-f]*\d[\da-f-]*/gi, '#')

/** @param refusals why the simulators refused what the unchanged command does */
function summarize(variation: Variation, made: Attempt, refusals: readonly string[]): PastRun {
  const { outcome, end, trace } = made
  const about = { variation: toKey(variation), touched: [...trace.touched.keys()] }
  const run = { ...about, hasApplied: trace.faults.has(FAULT_ID) }
  if (outcome === 'passed') return { ...run, outcome, end }
  const failing = findFailingTests(made.output)
  const quoted = refusals.filter((each) => failing.some((test) => quotes(test, each)))
  const own = failing.filter((test) => !quoted.some((each) => quotes(test, each)))
  // Without the data of its set-up, a test says nothing about the client. Some test clients do not print why it failed.
  const isRefused = quoted.length === 0 ? refusals.length > 0 : own.length === 0
  if (isRefused && outcome === 'failed' && variation.fault === undefined) {
    const failure = { ...explainFailure(made, failing), message: shorten(quoted.length === 0 ? refusals : quoted) }
    return { ...run, outcome: 'refused', end: 'the set-up of a test was refused', failure }
  }
  return { ...run, outcome, end, failure: explainFailure(made, own) }
}

const MOST_QUOTED = 80

// Test runners escape quotes, cut lines, and add the name of the error.
function quotes({ message }: FailingTest, refusal: string): boolean {
  const [said = '', refused = ''] = [message.join(), refusal].map((each) => each.replace(/[^a-z\d]/gi, ''))
  return said.includes(refused.slice(0, MOST_QUOTED))
}

const MOST_NAMED = 5
const MOST_LINES = 6

// What a command printed last before it was ended is seldom the reason.
function explainFailure({ outcome, end, output, trace }: Attempt, failing: readonly FailingTest[]): TestFailure {
  const [first, ...others] = failing
  if (first !== undefined) {
    const names = others.map(({ test }) => test).slice(0, MOST_NAMED)
    return { ...first, ...(others.length > 0 && { others: { count: others.length, names } }) }
  }
  if (outcome === 'failed') return { message: shorten(lastLines(output, MOST_LINES)) }
  const { test, message } = describeLast(trace)
  return { test, message: [capitalize(end), ...message] }
}

function describeVariation({ values, fault }: Variation): string {
  if (fault !== undefined) return `${fault.effect.kind} on ${fault.operation}`
  const count = Object.keys(values).length
  return count === 1 ? toKey({ values }) : `${count} values together`
}
