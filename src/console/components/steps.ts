// Where the arrow keys lead in a list that ends where it begins.

/** By key: the place that comes next, of so many. */
export type Steps = Readonly<Record<string, (index: number, count: number) => number>>

/** One up or down, and around at both ends. */
export const AROUND: Steps = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
}
