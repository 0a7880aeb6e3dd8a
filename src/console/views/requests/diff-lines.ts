// The shortest way from some lines to others, as Myers describes it.

/** A line of a difference. */
export interface DiffLine {
  readonly kind: 'equal' | 'added' | 'removed'
  readonly line: string
}

// A way and how many of the old lines it has passed. Ways share their beginnings.
interface Way {
  readonly place: number
  readonly last?: DiffLine & { readonly before: Way }
}

// Texts that differ more have little in common, and the time grows with the square of this.
const MOST_EDITS = 1000

/** Compares lines. Above 1,000 edits, all old lines count as removed and all new ones as added. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  // The way that gets furthest on each diagonal: how many more old lines than new ones it has passed.
  const furthest = new Map<number, Way>([[1, { place: 0 }]])
  for (let edits = 0; edits <= MOST_EDITS; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const way = follow(before, after, diagonal, step(furthest, before, after, diagonal))
      if (way.place >= before.length && way.place - diagonal >= after.length) return listLines(way)
      furthest.set(diagonal, way)
    }
  }
  const all = (kind: DiffLine['kind'], lines: readonly string[]) => lines.map((line) => ({ kind, line }))
  return [...all('removed', before), ...all('added', after)]
}

// Adds a line to the way on the next diagonal, or removes one on the way on the previous diagonal.
function step(
  furthest: ReadonlyMap<number, Way>,
  before: readonly string[],
  after: readonly string[],
  diagonal: number,
): Way {
  const above = furthest.get(diagonal + 1)
  const left = furthest.get(diagonal - 1)
  if (above !== undefined && (left === undefined || left.place < above.place)) {
    const line = after[above.place - diagonal - 1]
    return line === undefined ? above : { place: above.place, last: { kind: 'added', line, before: above } }
  }
  const way = left ?? { place: 0 }
  const line = before[way.place]
  const place = way.place + 1
  return line === undefined ? { ...way, place } : { place, last: { kind: 'removed', line, before: way } }
}

function follow(before: readonly string[], after: readonly string[], diagonal: number, start: Way): Way {
  let way = start
  for (;;) {
    const line = before[way.place]
    if (line === undefined || line !== after[way.place - diagonal]) return way
    way = { place: way.place + 1, last: { kind: 'equal', line, before: way } }
  }
}

function listLines(end: Way): readonly DiffLine[] {
  const lines: DiffLine[] = []
  for (let { last } = end; last !== undefined; { last } = last.before) lines.push(last)
  return lines.reverse()
}
