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

// The same line in both texts, and one before it.
interface Anchor {
  readonly place: number
  readonly other: number
  readonly before: Anchor | undefined
}

// The time grows with the square of this.
const MOST_EDITS = 400

/**
 * Compares lines. Above 400 edits, they are split at a line that occurs once in each text, and both halves are
 * compared. What has no such line is replaced as a whole.
 */
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
  const anchor = findAnchor(before, after)
  const all = (kind: DiffLine['kind'], lines: readonly string[]) => lines.map((line) => ({ kind, line }))
  if (anchor === undefined) return [...all('removed', before), ...all('added', after)]
  const { place, other } = anchor
  return [
    ...diffLines(before.slice(0, place), after.slice(0, other)),
    ...all('equal', before.slice(place, place + 1)),
    ...diffLines(before.slice(place + 1), after.slice(other + 1)),
  ]
}

/** Finds the middle one of the most lines that occur once in each text, in the same order. */
function findAnchor(before: readonly string[], after: readonly string[]): Anchor | undefined {
  const [own, others] = [findPlaces(before), findPlaces(after)]
  // The anchor that ends each number of lines, and stands as early in the other text as possible.
  const ends: Anchor[] = []
  for (const [line, place] of own) {
    const other = others.get(line) ?? -1
    if (place < 0 || other < 0) continue
    // Nearly always the last one.
    const last = ends.findLastIndex((end) => end.other < other)
    ends[last + 1] = { place, other, before: ends[last] }
  }
  let anchor = ends.at(-1)
  for (let rest = ends.length >> 1; rest > 0; rest -= 1) anchor = anchor?.before
  return anchor
}

/** Finds the place of each line that occurs once. Others are nowhere. */
function findPlaces(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [index, line] of lines.entries()) places.set(line, places.has(line) ? -1 : index)
  return places
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
