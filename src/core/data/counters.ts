/** Counts what was created since a world began, so that each creation draws from streams of its own. */
export interface Counters<Kind extends string> {
  /** How many of a kind were created. */
  count(kind: Kind): number
  /** Counts one more. */
  add(kind: Kind): void
  /** Starts every count anew. */
  reset(): void
}

export function createCounters<Kind extends string>(): Counters<Kind> {
  const counts = new Map<Kind, number>()
  const count = (kind: Kind) => counts.get(kind) ?? 0
  return {
    count,
    add: (kind) => counts.set(kind, count(kind) + 1),
    reset: () => counts.clear(),
  }
}
