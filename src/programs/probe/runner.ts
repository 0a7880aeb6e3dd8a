// Runs the command with variations, and remembers what happened.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capitalize } from '../../engine/input/text/capitalize.ts'
import { createHistory, type PastRun, toKey } from './history.ts'
import { type Attempt, attempt, type Variation } from './run/attempt.ts'
import { findFailure, type TestFailure } from './run/failing-test.ts'
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

  const make = async (variation: Variation, label: string): Promise<Attempt> => {
    started += 1
    observer.onStart(label)
    const made = await attempt(settings, variation, { folder: join(folder, String(started)), timeout, signal })
    observer.onEnd(label, made.outcome, made.milliseconds)
    return made
  }

  return {
    async runUnchanged(label: string) {
      const made = await make({ values: {} }, label)
      unchanged += 1
      return made
    },
    /** Runs the command with a variation, or takes the outcome from the probe that is resumed. */
    async run(variation: Variation) {
      const past = history.take(variation)
      const label = describeVariation(variation)
      if (past !== undefined) observer.onEnd(label, past.outcome, 0)
      const run = past ?? summarize(variation, await make(variation, label))
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

function summarize(variation: Variation, made: Attempt): PastRun {
  const { outcome, end, trace } = made
  return {
    variation: toKey(variation),
    outcome,
    end,
    touched: [...trace.touched.keys()],
    hasApplied: trace.faults.has(FAULT_ID),
    ...(outcome === 'passed' ? {} : { failure: explainFailure(made) }),
  }
}

// What a command printed last before it was ended is seldom the reason.
function explainFailure({ outcome, end, output, trace }: Attempt): TestFailure {
  const failure = findFailure(output)
  if (failure.test !== undefined || outcome === 'failed') return failure
  const { test, message } = describeLast(trace)
  return { test, message: [capitalize(end), ...message] }
}

function describeVariation({ values, fault }: Variation): string {
  if (fault !== undefined) return `${fault.effect.kind} on ${fault.operation}`
  const count = Object.keys(values).length
  return count === 1 ? toKey({ values }) : `${count} values together`
}
