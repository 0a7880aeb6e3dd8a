import type { RealTime } from './world-time.ts'

/** The time of the machine. Responses depend on it only if a clock runs. */
export const realTime: RealTime = {
  read: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    letProcessEnd(timer)
    return () => clearTimeout(timer)
  },
}

// Read when this file is loaded, because fake timers would run these ones as if they had an end.
const { setInterval: setRealInterval, clearInterval: clearRealInterval } = globalThis
const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis
const LONGEST_TIMER = 2 ** 31 - 1

/** Timers that do nothing but hold something for as long as they run. */
export const endlessTimers = {
  /** Keeps an object referenced, without keeping the process alive. @returns a function that ends it */
  holdObject(object: object): () => void {
    const timer = setRealInterval(() => void object, LONGEST_TIMER)
    letProcessEnd(timer)
    return () => clearRealInterval(timer)
  },
  /** Keeps the process alive, at most for some milliseconds. @returns a function that ends it */
  holdProcess(milliseconds = LONGEST_TIMER): () => void {
    return realTimers.after(milliseconds, () => undefined)
  },
}

/** Timers that run in real time, even where a test has fake timers. They keep the process alive. */
export const realTimers = {
  /** Calls a function after some milliseconds. @returns a function that prevents it */
  after(milliseconds: number, act: () => void): () => void {
    const timer = setRealTimeout(act, milliseconds)
    return () => clearRealTimeout(timer)
  },
}

/** Allows the process to exit while a timer is still running. */
export function letProcessEnd(timer: unknown): void {
  // In a browser, a timer is a number.
  if (typeof timer !== 'object' || timer === null || !('unref' in timer)) return
  if (typeof timer.unref === 'function') timer.unref()
}
