/** Counts what was created since a world began, so that each creation draws from streams of its own. */
export interface Counters<Kind extends string> {
  /** How many of a kind were created. */
  count(kind: Kind): number
  /** Counts one more. */
  add(kind: Kind): void
  /** All counts that are not 0. */
  read(): { [Each in Kind]?: number }
}

export function createCounters<Kind extends string>(start: { readonly [Each in Kind]?: number } = {}): Counters<Kind> {
  const counts: { [Each in Kind]?: number } = { ...start }
  const count = (kind: Kind) => counts[kind] ?? 0
  return {
    count,
    add(kind) {
      counts[kind] = count(kind) + 1
    },
    read: () => ({ ...counts }),
  }
}
