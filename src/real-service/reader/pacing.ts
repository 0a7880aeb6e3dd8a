// When a request may be sent: at most so many in a second, and none while the service asks to wait.

import { setTimeout as sleep } from 'node:timers/promises'

/** A clock that only runs forward, and waits. */
export interface PacingClock {
  /** The time in milliseconds. */
  now(): number
  /** Waits, or ends early with the reason of the signal. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>
}

/** The clock of the process. */
export const processClock: PacingClock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) =>
    sleep(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted()),
}

/** Spreads requests over time. */
export interface Pacing {
  /** Waits until the next request may be sent. @throws the reason of the signal when it is aborted */
  waitForTurn(): Promise<void>
  /** Lets nothing be sent for some time. */
  pause(milliseconds: number): void
}

/** Creates the pacing of requests, however many ask at once. */
export function createPacing(options: {
  /** How many requests there are in a second at most. */
  readonly rate: number
  readonly clock: PacingClock
  readonly signal: AbortSignal | undefined
}): Pacing {
  const { rate, clock, signal } = options
  const gap = 1000 / rate
  let next = clock.now()
  return {
    async waitForTurn() {
      signal?.throwIfAborted()
      // Whoever has waited before may have taken the turn.
      for (let now = clock.now(); now < next; now = clock.now()) {
        await clock.wait(next - now, signal)
        signal?.throwIfAborted()
      }
      next = clock.now() + gap
    },
    pause(milliseconds) {
      next = Math.max(next, clock.now() + milliseconds)
    },
  }
}
