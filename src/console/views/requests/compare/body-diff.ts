// The difference between two bodies, with records matched by their ids.

import { layOut, type RecordLines } from './body-layout.ts'
import { type DiffLine, diffLines } from './diff-lines.ts'

/** Lines of a difference. Many equal lines in a row are folded. */
export interface DiffPart {
  readonly kind: 'equal' | 'added' | 'removed' | 'folded'
  readonly lines: readonly string[]
}

const CONTEXT = 3
const MOST_LINES = 20_000

/**
 * Compares two bodies line by line, in a common layout. Records with the same id are compared with each
 * other, wherever they are.
 *
 * @returns undefined if the bodies are too large to be compared
 */
export function diffBodies(before: string, after: string): readonly DiffPart[] | undefined {
  const [one, other] = [layOut(before), layOut(after)]
  const pairs: readonly Pair[] = [
    [one.head, other.head],
    ...matchRecords(one.records, other.records),
    [one.tail, other.tail],
  ]
  const lines = pairs.reduce((sum, [left, right]) => sum + left.length + right.length, 0)
  if (lines > MOST_LINES) return undefined
  return fold(join(pairs.flatMap(([left, right]) => diffLines(left, right))))
}

type Pair = readonly [before: readonly string[], after: readonly string[]]

// The records of the second body, each after those that only the first body has and that stood before it.
function matchRecords(before: readonly RecordLines[], after: readonly RecordLines[]): readonly Pair[] {
  const places = new Map(before.map(({ id }, index) => [id, index]))
  const kept = new Set(after.map(({ id }) => id))
  const pairs: Pair[] = []
  let next = 0
  const loseUntil = (end: number) => {
    for (; next < end; next += 1) {
      const section = before[next]
      if (section !== undefined && !kept.has(section.id)) pairs.push([section.lines, []])
    }
  }
  for (const { id, lines } of after) {
    const place = places.get(id)
    if (place !== undefined) loseUntil(place)
    pairs.push([place === undefined ? [] : (before[place]?.lines ?? []), lines])
  }
  loseUntil(before.length)
  return pairs
}

function join(lines: readonly DiffLine[]): readonly DiffPart[] {
  const parts: { kind: DiffPart['kind']; lines: string[] }[] = []
  for (const { kind, line } of lines) {
    const last = parts.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else parts.push({ kind, lines: [line] })
  }
  return parts
}

function fold(parts: readonly DiffPart[]): readonly DiffPart[] {
  return parts.flatMap((part, index): DiffPart[] => {
    const { kind, lines } = part
    const start = index === 0 ? 0 : CONTEXT
    const end = lines.length - (index === parts.length - 1 ? 0 : CONTEXT)
    if (kind !== 'equal' || end - start <= 1) return [part]
    const folded: DiffPart[] = [
      { kind: 'equal', lines: lines.slice(0, start) },
      { kind: 'folded', lines: lines.slice(start, end) },
      { kind: 'equal', lines: lines.slice(end) },
    ]
    return folded.filter((each) => each.lines.length > 0)
  })
}
