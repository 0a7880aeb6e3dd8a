// The operations and names that a client probably meant.

import type { ControlSchemas } from '../client/index.ts'

type KnownOperation = ControlSchemas['operations'][number]

const MOST = 3
// Two letters that changed places leave two pairs of five.
const LEAST = 0.35

/** Finds the operations that are most like a request, the best first. */
export function findNearest(
  request: { readonly method: string; readonly path: string },
  operations: readonly KnownOperation[],
): readonly KnownOperation[] {
  return rank(operations, (operation) => scoreOperation(request, operation)).slice(0, MOST)
}

/** Finds the name that is most like a word. */
export function findSimilar(word: string, names: readonly string[]): string | undefined {
  return rank(names, (name) => compareSegments(word, name))[0]
}

function rank<Item>(items: readonly Item[], scoreOf: (item: Item) => number): readonly Item[] {
  return items.filter((item) => scoreOf(item) > LEAST).sort((one, other) => scoreOf(other) - scoreOf(one))
}

// Equal paths with another method come first, and equal methods decide between similar paths.
function scoreOperation(request: { method: string; path: string }, { method, path }: KnownOperation): number {
  const [segments, template] = [request.path, path].map((each) => each.split('/').filter(Boolean))
  if (segments === undefined || template === undefined) return 0
  const length = Math.max(segments.length, template.length, 1)
  const likeness = template.reduce((sum, known, index) => sum + compareSegments(segments[index], known), 0) / length
  return likeness + (request.method === method ? 0.05 : 0)
}

/** Returns how alike two words are, from 0 to 1. */
export function compareSegments(segment: string | undefined, known: string): number {
  if (segment === undefined) return 0
  if (known.startsWith('{')) return 0.9
  if (segment.toLowerCase() === known.toLowerCase()) return 1
  const pairs = listPairs(known)
  const shared = listPairs(segment).filter((pair) => pairs.includes(pair)).length
  return (2 * shared) / Math.max(1, segment.length + known.length - 2)
}

function listPairs(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2).toLowerCase())
}
