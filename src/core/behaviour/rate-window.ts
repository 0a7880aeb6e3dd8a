/** Counts requests in windows of time. */
export interface RateWindow {
  /**
   * Counts a request.
   *
   * @param now microseconds since the Unix epoch
   * @returns the seconds until the next window when it is one too many, and nothing otherwise
   */
  count(now: number): number | undefined
}

/** Creates a window that begins with the first request and lasts for some milliseconds; then the next one begins. */
export function createRateWindow(limit: number, milliseconds: number): RateWindow {
  let begin = Number.NEGATIVE_INFINITY
  let counted = 0
  return {
    count(now) {
      const end = begin + milliseconds * 1000
      if (now < begin || now >= end) {
        begin = now
        counted = 0
      }
      counted += 1
      if (counted <= limit) return undefined
      return Math.max(1, Math.ceil((begin + milliseconds * 1000 - now) / 1_000_000))
    },
  }
}
