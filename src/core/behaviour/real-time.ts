import type { RealTime } from '../data/clock.ts'

/** The time outside. What a client gets depends on it only where a clock runs. */
export const realTime: RealTime = {
  read: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
}
