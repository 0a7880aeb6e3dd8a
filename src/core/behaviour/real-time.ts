import type { RealTime } from '../data/clock.ts'

/** The time outside. What a client gets depends on it only where a clock runs. */
export const realTime: RealTime = {
  read: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    letProcessEnd(timer)
    return () => clearTimeout(timer)
  },
}

/** Lets a process end although a timer is still running. */
export function letProcessEnd(timer: unknown): void {
  // In a page, a timer is a number.
  if (typeof timer !== 'object' || timer === null || !('unref' in timer)) return
  if (typeof timer.unref === 'function') timer.unref()
}
