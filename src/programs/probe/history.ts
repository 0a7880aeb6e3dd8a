// The runs of a probe, so that it can be resumed.

import * as z from 'zod'
import type { Variation } from './run/attempt.ts'
import type { RunOutcome } from './search/findings.ts'
import { formatValues } from './search/values.ts'

const names = z.array(z.string()).readonly()

/** Why a run failed: its first failing test and its message, or the last lines of its output. */
const failureSchema = z.strictObject({
  /** The name of the test; undefined if the test runner is not known. */
  test: z.string().optional(),
  /** What the test runner says about it, or the last lines of the output. */
  message: names,
  /** How many other tests fail, and the names of the first of them. */
  others: z.strictObject({ count: z.int(), names }).optional(),
})

export type TestFailure = Readonly<z.output<typeof failureSchema>>

/** The schema of a run with a variation. */
export const runSchema = z.strictObject({
  variation: z.string(),
  outcome: z.enum(['passed', 'failed', 'refused', 'timed out', 'killed'] as const satisfies readonly RunOutcome[]),
  /** How it ended, in words. */
  end: z.string(),
  /** The entries that its requests depended on. */
  touched: names,
  /** Whether the fault of the run applied to a request. */
  hasApplied: z.boolean(),
  failure: failureSchema.optional(),
})

export type PastRun = Readonly<z.output<typeof runSchema>>

export type History = ReturnType<typeof createHistory>

/** Creates a history that continues an earlier one. */
export function createHistory(earlier: readonly PastRun[] = []) {
  const runs: PastRun[] = []
  const left = new Map<string, PastRun[]>()
  for (const run of earlier) left.set(run.variation, [...(left.get(run.variation) ?? []), run])
  return {
    /** Takes the next run with this variation from an earlier probe, if it made one that was not taken yet. */
    take: (variation: Variation) => left.get(toKey(variation))?.shift(),
    add: (run: PastRun) => void runs.push(run),
    list: (): readonly PastRun[] => [...runs, ...[...left.values()].flat()],
    findFailed(variation: Variation): PastRun | undefined {
      const key = toKey(variation)
      return runs.find((run) => run.variation === key && run.outcome !== 'passed')
    },
  }
}

/** Writes a variation as text. The same variation gives the same text. */
export function toKey({ values, fault }: Variation): string {
  return fault === undefined ? formatValues(values) : JSON.stringify(fault)
}
