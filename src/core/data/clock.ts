import { formatMicroseconds } from '../records/timestamp.ts'

/** The time of a world. It stands at the world's present, but for a microsecond for every event. */
export interface Clock {
  /** When something happens that happens now. */
  now(): string
  /** Moves on, so that what happens next happens later. */
  tick(): void
  /** The microseconds since the Unix epoch. */
  microseconds(): number
  /** The microseconds since the world's present. */
  elapsed(): number
}

/**
 * Creates a clock.
 *
 * @param present microseconds since the Unix epoch
 * @param start microseconds that have passed already
 */
export function createClock(present: number, start = 0): Clock {
  let elapsed = start
  return {
    now: () => formatMicroseconds(present + elapsed),
    tick() {
      elapsed += 1
    },
    microseconds: () => present + elapsed,
    elapsed: () => elapsed,
  }
}
