// What a probe has found, as data.

import type { FaultFinding } from '../faults.ts'
import type { PastRun } from '../history.ts'
import type { Assumed, AssumedValues } from '../search/values.ts'

/**
 * What a probe says about an entry of the register. With `refused`, some values could not be tried, because the set-up
 * of a test needs another one. `unfinished` only appears in a report of an interrupted probe.
 */
export type Verdict = 'depends' | 'holds' | 'refused' | 'not covered' | 'flaky' | 'unfinished'

/** What a probe has found out about an entry of the register. */
export interface EntryReport {
  readonly id: string
  readonly verdict: Verdict
  /** The values that break the command, each of them alone. */
  readonly breaksWith: readonly string[]
  /** The values that could not be tried, because the set-up of a test was refused. */
  readonly refusedWith: readonly string[]
  /** The values that broke it once, and then did not. */
  readonly flakyWith: readonly string[]
  /** How many requests of the unchanged command depended on it. */
  readonly requests: number
  /** How many of them there were of each operation. */
  readonly operations: Readonly<Record<string, number>>
  readonly advice: string
}

/** How the command failed with some values, or why they could not be tried. */
export interface FailureReport {
  readonly values: readonly Assumed[]
  /** The first failing test, if the test runner is known. */
  readonly test: string | null
  readonly message: readonly string[]
  /** The other failing tests, if there are any: how many, and the names of the first of them. */
  readonly others?: { readonly count: number; readonly names: readonly string[] }
  /** The lines that reproduce it. */
  readonly reproduce: readonly string[]
}

export interface FaultReport extends Omit<FaultFinding, 'variation'> {
  readonly test?: string
  readonly message?: readonly string[]
}

export interface ProbeReport {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  /** The command, as it is written in a shell. */
  readonly command: string
  /** Whether everything was tried. If not, the probe can be resumed. */
  readonly complete: boolean
  readonly entries: readonly EntryReport[]
  /** Values that break the command together, though none of them does alone. */
  readonly jointly: readonly (readonly Assumed[])[]
  readonly faults: readonly FaultReport[]
  /** How often the command ran. */
  readonly runs: number
  /** How many runs were not necessary, because no request depended on their entries. */
  readonly saved: number
  readonly milliseconds: number
  /** How many requests the unchanged command sent. */
  readonly requests: number
  /** How many random draws were tried, and how many of them failed only once. */
  readonly draws: { readonly tried: number; readonly flaky: number }
  /** How many pairs of values were tried together. */
  readonly pairs: { readonly covered: number; readonly total: number }
  readonly failures: readonly FailureReport[]
  readonly settings: Readonly<Record<string, unknown>>
  /** All runs with a variation, to resume from. */
  readonly history: readonly PastRun[]
}

export const FORMAT = 'deploymock-probe'
export const VERSION = 1

export function listByVerdict({ entries }: ProbeReport, verdict: Verdict): EntryReport[] {
  return entries.filter((entry) => entry.verdict === verdict)
}

/** The failure with exactly these values. */
function findReported({ failures }: ProbeReport, values: AssumedValues): FailureReport | undefined {
  const count = Object.keys(values).length
  return failures.find(
    (each) => each.values.length === count && each.values.every(({ id, value }) => values[id] === value),
  )
}

/** The values of an entry with which the same tests fail. */
export interface BreakingValues {
  readonly values: readonly string[]
  /** How the command failed with the first of them. */
  readonly failure: FailureReport | undefined
}

/** Groups the values that break the command alone by the tests that fail. */
export function groupBreaking(report: ProbeReport, { id, breaksWith }: EntryReport): BreakingValues[] {
  const groups = new Map<string, { values: string[]; failure: FailureReport | undefined }>()
  for (const value of breaksWith) {
    const failure = findReported(report, { [id]: value })
    const { test = null, message = [], others } = failure ?? {}
    // Without the name of a test, the output is all that differs, besides durations.
    const key = JSON.stringify([test ?? message.join().replace(/\d+/g, ''), others])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { values: [value], failure })
    else group.values.push(value)
  }
  return [...groups.values()]
}

/** The values that could not be tried, each with why. */
export function listRefused(report: ProbeReport): { readonly value: string; readonly failure: FailureReport }[] {
  return report.entries.flatMap(({ id, refusedWith }) =>
    refusedWith.flatMap((value) => {
      const failure = findReported(report, { [id]: value })
      return failure === undefined ? [] : { value: `${id}=${value}`, failure }
    }),
  )
}

/** Whether anything breaks the command. */
export function hasDependencies({ entries, jointly, faults }: ProbeReport): boolean {
  const depends = entries.some(({ verdict }) => verdict === 'depends')
  return depends || jointly.length > 0 || faults.some(({ verdict }) => verdict === 'fails')
}
