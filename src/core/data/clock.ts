import { formatMicroseconds } from '../records/timestamp.ts'

/** The time of a world. It stands at the world's present. */
export interface Clock {
  /** A timestamp for something that happens now: later than every one given before. */
  stamp(): string
  /** Goes back to the world's present. */
  reset(): void
}

/**
 * Creates a clock that stands at an instant. What happens at the same instant is a
 * microsecond apart, so that what was created later also counts as later.
 *
 * @param now microseconds since the Unix epoch
 */
export function createClock(now: number): Clock {
  let next = now
  return {
    stamp() {
      const stamp = formatMicroseconds(next)
      next += 1
      return stamp
    },
    reset() {
      next = now
    },
  }
}
