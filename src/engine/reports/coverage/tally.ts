// Counts of cases, and how they are merged.

import type { Place } from './case.ts'

/** How often a case happened. */
export interface CountedCase {
  readonly place: Place
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
