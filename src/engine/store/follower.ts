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
  /** The bytes of all that was replaced or removed so far. Older data may keep it. */
  readonly gone: number
}

export interface Derivation<Derived, Change> {
  /** Returns what is derived from the first data. */
  begin(): Derived
  /** Returns what is derived after some changes. */
  follow(derived: Derived, changes: Iterable<Change>): Steps<Derived>
}

export interface Follower<Derived> {
  /** Returns what is derived from the present data. It takes steps for what has changed since the last time. */
  catchUp(): Steps<Derived>
  /** Forgets what was derived. */
  forget(): void
  /** Forgets it if it keeps more bytes of the past than the present data has. */
  forgetPast(): void
}

// What is derived from so little is soon derived again.
const LEAST_KEPT = 64 * 1024

/** Creates what follows data. Nobody tells it about changes: it compares the present data with what it knows. */
export function createFollower<Data extends Measured, Change, Derived>(
  { first, read, compare }: Changing<Data, Change>,
  { begin, follow }: Derivation<Derived, Change>,
): Follower<Derived> {
  let held: { readonly data: Data; readonly derived: Derived } | undefined
  return {
    *catchUp() {
      const data = read()
      if (held?.data === data) return held.derived
      const known = held ?? { data: first, derived: begin() }
      const derived = known.data === data ? known.derived : yield* follow(known.derived, compare(known.data, data))
      held = { data, derived }
      return derived
    },
    forget() {
      held = undefined
    },
    forgetPast() {
      const { bytes, gone } = read()
      // Nothing counts them.
      if (held !== undefined && gone - held.data.gone > Math.max(LEAST_KEPT, bytes)) held = undefined
    },
  }
}
