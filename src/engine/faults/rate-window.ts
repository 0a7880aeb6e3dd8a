import type { RateLimit } from '../contract/operation/declarations.ts'

/** Counts requests in time windows. */
export type RateWindow = ReturnType<typeof createRateWindow>

/** Creates a counter. A window starts with the first request after the end of the previous window. */
export function createRateWindow() {
  let begin = Number.NEGATIVE_INFINITY
  let counted = 0
  return {
    /** Counts a request, at a time in microseconds. @returns the seconds until the next window if there were too many */
    count(now: number, { requests, milliseconds }: RateLimit): number | undefined {
      const end = begin + milliseconds * 1000
      if (now < begin || now >= end) {
        begin = now
        counted = 0
      }
      counted += 1
      if (counted <= requests) return undefined
      return Math.max(1, Math.ceil((begin + milliseconds * 1000 - now) / 1_000_000))
    },
  }
}
