// The clock and the timers of the machine.

import type { RealTime } from '../store/world-time.ts'

/** The time of the machine. Responses depend on it only if a clock runs. */
export const realTime: RealTime = {
  read: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    letProcessEnd(timer)
    return () => clearTimeout(timer)
  },
}

/** Allows the process to exit while a timer is still running. */
export function letProcessEnd(timer: unknown): void {
  // In a browser, a timer is a number.
  if (typeof timer !== 'object' || timer === null || !('unref' in timer)) return
  if (typeof timer.unref === 'function') timer.unref()
}
