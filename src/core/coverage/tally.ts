import type { Place } from './case.ts'

/** How often a case happened. */
export interface CountedCase {
  readonly place: Place
  readonly subject: string
  readonly name: string
  /** Where it stands among the others. */
  readonly order: number
  readonly times: number
}

/** How often each case happened: plain data, to be kept in a file and merged. */
export type Tally = readonly CountedCase[]

/** Merges tallies into one, whatever order they come in. Each case that any of them knows is in it. */
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

// Not by locale, which machines differ in.
function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
