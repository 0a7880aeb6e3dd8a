// Counts what was created since a world began.

/** Counts the records created since the start of a world, so that each one draws from its own random streams. */
export interface Counters<Kind extends string> {
  /** How many records of a kind were created. */
  count(kind: Kind): number
  /** Counts one more. */
  add(kind: Kind): void
  /** All counts. A kind without created records may be absent. */
  read(): { [Each in Kind]?: number }
}

/** @param onAdd called after each addition */
export function createCounters<Kind extends string>(
  start: { readonly [Each in Kind]?: number } = {},
  onAdd: (kind: Kind) => void = () => undefined,
): Counters<Kind> {
  const counts: { [Each in Kind]?: number } = { ...start }
  const count = (kind: Kind) => counts[kind] ?? 0
  return {
    count,
    add(kind) {
      counts[kind] = count(kind) + 1
      onAdd(kind)
    },
    read: () => ({ ...counts }),
  }
}
