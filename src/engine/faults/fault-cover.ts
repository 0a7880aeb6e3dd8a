// Which faults can never apply, because an earlier one always responds in their place.

import type { Effect } from './effects/effect.ts'
import type { Fault, FaultMatch } from './fault.ts'

interface Placed {
  readonly fault: Fault
  readonly effect: Effect
}

// So many faults are compared with each later one.
const MOST_COMPARED = 100

/** Finds the faults that an earlier one surely responds in place of, each with the first one that does. */
export function findCovers<Entry extends Placed>(inOrder: Iterable<Entry>): ReadonlyMap<Entry, Entry> {
  const covers = new Map<Entry, Entry>()
  const responding: Entry[] = []
  for (const entry of inOrder) {
    const cover = responding.find(
      (earlier) => matchesAllOf(earlier.fault.match, entry.fault.match) && appliesToAllOf(earlier, entry),
    )
    if (cover !== undefined) covers.set(entry, cover)
    else if (responding.length < MOST_COMPARED && alwaysResponds(entry)) responding.push(entry)
  }
  return covers
}

function alwaysResponds({ fault: { probability, times }, effect }: Placed): boolean {
  return effect.continues === 'never' && probability === 1 && times === undefined
}

function matchesAllOf(wide: FaultMatch, narrow: FaultMatch): boolean {
  if (wide.operation !== undefined && wide.operation !== narrow.operation) return false
  if (wide.method !== undefined && wide.method !== narrow.method) return false
  if (wide.path !== undefined && narrow.path?.startsWith(wide.path) !== true) return false
  return Object.entries(wide.query ?? {}).every(([name, value]) => narrow.query?.[name] === value)
}

function appliesToAllOf({ effect: wide }: Placed, { fault: { match }, effect: narrow }: Placed): boolean {
  if (wide.fits !== undefined && wide.fits !== narrow.fits) return false
  if (wide.operations === undefined) return true
  const reached = match.operation === undefined ? narrow.operations : [match.operation]
  return reached?.every((operation) => wide.operations?.includes(operation)) === true
}
