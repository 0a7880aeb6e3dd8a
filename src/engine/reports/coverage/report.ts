// A tally with its totals, and whether these reach a threshold.

import type { Problem } from '../../input/options/option-error.ts'
import { type CaseGroup, OVERRIDDEN } from './case.ts'

export interface Share {
  /** How many cases happened. */
  readonly covered: number
  /** How many cases there are. */
  readonly total: number
  /** With one decimal, rounded down, so that it is 100 only if all cases happened. */
  readonly percent: number
}

/** Which parts of the contract were covered, and which never were. */
export interface CoverageReport extends Share {
  /** The coverage of each operation. */
  readonly operations: readonly OperationCoverage[]
}

export interface OperationCoverage extends Share {
  readonly operation: CaseGroup
  /** How many requests a handler or a fault answered with a response of its own. They cover nothing. */
  readonly overridden: number
  readonly subjects: readonly SubjectCoverage[]
}

/** A parameter, the responses, the pages or the errors of an operation. */
export interface SubjectCoverage extends Share {
  readonly subject: string
  readonly cases: readonly { readonly name: string; readonly times: number }[]
}

export function buildReport(tally: Tally): CoverageReport {
  const isCase = ({ subject }: CountedCase): boolean => subject !== OVERRIDDEN
  const cases = tally.filter(isCase)
  const overridden = new Map(tally.filter((each) => !isCase(each)).map(({ place, times }) => [place, times]))
  const operations = group(cases, ({ place }) => place).map(([operation, ofOperation]) => ({
    operation,
    ...shareOf(ofOperation),
    overridden: overridden.get(operation) ?? 0,
    subjects: group(ofOperation, ({ subject }) => subject).map(([subject, cases]) => ({
      subject,
      ...shareOf(cases),
      cases: cases.map(({ name, times }) => ({ name, times })),
    })),
  }))
  return { ...shareOf(cases), operations }
}

// Node 20 has no Map.groupBy.
function group<Key>(tally: Tally, keyOf: (counted: CountedCase) => Key): [Key, Tally][] {
  const keys = [...new Set(tally.map(keyOf))]
  return keys.map((key) => [key, tally.filter((counted) => keyOf(counted) === key)])
}

function shareOf(tally: Tally): Share {
  const covered = tally.filter(({ times }) => times > 0).length
  const total = tally.length
  return { covered, total, percent: total === 0 ? 100 : Math.floor((covered / total) * 1000) / 10 }
}

export function isThreshold(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100
}

/** Says that the coverage does not reach a threshold; undefined if it does. */
export function findShortfall({ percent, covered, total }: CoverageReport, threshold: number): Problem | undefined {
  const required = (threshold / 100) * total
  if (covered >= required) return undefined
  return {
    attempt: 'reach the threshold of the contract coverage',
    received: `it is ${percent} %, but ${threshold} % are required`,
    advice: `Test ${Math.ceil(required) - covered} more of the cases that never happened, or lower the threshold.`,
  }
}

/** How often a case happened. */
interface CountedCase {
  readonly place: CaseGroup
  readonly subject: string
  readonly name: string
  readonly order: number
  readonly times: number
}

/** How often each case happened, as plain data that can be stored in a file and merged. */
export type Tally = readonly CountedCase[]

/** Merges tallies. The result contains every case of every tally and does not depend on their order. */
export function mergeTallies(tallies: readonly Tally[]): Tally {
  const merged = new Map<string, CountedCase>()
  for (const counted of tallies.flat()) {
    const key = keyOf(counted)
    const before = merged.get(key)
    merged.set(key, before === undefined ? counted : join(before, counted))
  }
  return [...merged.values()].sort((one, other) => one.order - other.order || compare(keyOf(one), keyOf(other)))
}

function join(one: CountedCase, other: CountedCase): CountedCase {
  return { ...one, order: Math.min(one.order, other.order), times: one.times + other.times }
}

function keyOf({ place, subject, name }: CountedCase): string {
  return JSON.stringify([place, subject, name])
}

// Not by locale, because locales differ between machines. No two keys are equal.
function compare(one: string, other: string): number {
  return one < other ? -1 : 1
}
