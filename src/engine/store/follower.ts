// What is derived from data that changes, and catches up with it when it is read.

import type { Steps } from '../work/steps.ts'

/** Data as immutable values: each change makes the next one. */
export interface Changing<Data extends Measured, Change> {
  /** What nobody has changed. */
  readonly first: Data
  read(): Data
  /** Lists how data differs from earlier data, in any order. */
  compare(before: Data, after: Data): Iterable<Change>
}

export interface Measured {
  readonly bytes: number
  /** The bytes of all that was replaced or removed so far, which earlier data may keep. */
  readonly gone: number
}

export type Follower<Derived> = ReturnType<typeof createFollower<Measured, unknown, Derived>>

// What is derived from so little is soon derived again.
const LEAST_KEPT = 64 * 1024

/** Creates what follows data. Nobody tells it about changes: it compares the present data with what it knows. */
export function createFollower<Data extends Measured, Change, Derived>(
  { first, read, compare }: Changing<Data, Change>,
  /** Derives from the first data. */
  begin: () => Derived,
  follow: (derived: Derived, changes: Iterable<Change>) => Steps<Derived>,
) {
  let held: { readonly data: Data; readonly derived: Derived } | undefined
  return {
    /** Returns what is derived from the present data. It takes steps for what has changed since the last time. */
    *catchUp(): Steps<Derived> {
      const data = read()
      if (held?.data === data) return held.derived
      const known = held ?? { data: first, derived: begin() }
      const derived = known.data === data ? known.derived : yield* follow(known.derived, compare(known.data, data))
      held = { data, derived }
      return derived
    },
    /** Forgets what was derived if it keeps more bytes of the past than the present data has: nothing counts these. */
    forgetPast() {
      const { bytes, gone } = read()
      if (held !== undefined && gone - held.data.gone > Math.max(LEAST_KEPT, bytes)) held = undefined
    },
  }
}
