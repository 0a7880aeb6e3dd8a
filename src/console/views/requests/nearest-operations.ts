// The operations that a request may have meant.

/** An operation of the service. */
export interface KnownOperation {
  readonly name: string
  readonly method: string
  readonly path: string
}

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
  const [asked, known] = [request.path, path].map((each) => each.split('/').filter(Boolean))
  if (asked === undefined || known === undefined) return 0
  const length = Math.max(asked.length, known.length, 1)
  const likeness = known.reduce((sum, segment, index) => sum + compareSegments(asked[index], segment), 0) / length
  return likeness + (request.method === method ? 0.05 : 0)
}

function compareSegments(asked: string | undefined, known: string): number {
  if (asked === undefined) return 0
  if (known.startsWith('{')) return 0.9
  if (asked.toLowerCase() === known.toLowerCase()) return 1
  const pairs = listPairs(known)
  const shared = listPairs(asked).filter((pair) => pairs.includes(pair)).length
  return (2 * shared) / Math.max(1, asked.length + known.length - 2)
}

function listPairs(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2).toLowerCase())
}
