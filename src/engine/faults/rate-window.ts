import type { RateLimit } from '../contract/operation/declarations.ts'

/** Counts requests in time windows. */
export type RateWindow = ReturnType<typeof createRateWindow>

/** Creates a counter. A window starts with the first request after the end of the previous window. */
export function createRateWindow() {
  let begin = Number.NEGATIVE_INFINITY
  let counted = 0
  return {
    /**
     * Counts a request.
     *
     * @param now microseconds since the Unix epoch
     * @param limit how many requests a window allows, and how long it is
     * @returns the seconds until the next window if the limit is exceeded; undefined otherwise
     */
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
