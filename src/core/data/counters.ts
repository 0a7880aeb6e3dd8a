/** Counts what was created since a world began, so that each creation draws from a stream of its own. */
export interface Counters {
  /** How many of a kind were counted before this one. */
  next(kind: string): number
  /** Starts every count anew. */
  reset(): void
}

export function createCounters(): Counters {
  const counts = new Map<string, number>()
  return {
    next(kind) {
      const count = counts.get(kind) ?? 0
      counts.set(kind, count + 1)
      return count
    },
    reset: () => counts.clear(),
  }
}
