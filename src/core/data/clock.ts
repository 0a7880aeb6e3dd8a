import { formatMicroseconds } from '../records/timestamp.ts'

/** The time of a world. It stands at the world's present, but for a microsecond for every event. */
export interface Clock {
  /** When something happens that happens now. */
  now(): string
  /** Moves on, so that what happens next happens later. */
  tick(): void
  /** Goes back to the world's present. */
  reset(): void
}

/**
 * Creates a clock.
 *
 * @param present microseconds since the Unix epoch
 */
export function createClock(present: number): Clock {
  let ticks = 0
  return {
    now: () => formatMicroseconds(present + ticks),
    tick() {
      ticks += 1
    },
    reset() {
      ticks = 0
    },
  }
}
