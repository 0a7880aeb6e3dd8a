import { INTEGRATION_ID } from '../core/contract/path-template.ts'
import type { Route } from '../core/contract/routing.ts'

/** The routes that a request may have been meant for: those whose path, and then method, is nearest to its own. */
export function findNearestRoutes(method: string, path: string, routes: readonly Route[]): Route[] {
  const asked = splitPath(path)
  const rated = routes.map((route) => ({
    route,
    distance: measureEdits(splitPath(route.template), asked, compareSegments) + (route.method === method ? 0 : 0.1),
  }))
  const least = Math.min(...rated.map(({ distance }) => distance))
  return rated.filter(({ distance }) => distance === least).map(({ route }) => route)
}

function splitPath(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function compareSegments(template: string, asked: string): number {
  if (template === asked || template === INTEGRATION_ID) return 0
  const edits = measureEdits([...template], [...asked], (one, other) => (one === other ? 0 : 1))
  return edits / Math.max(template.length, asked.length)
}

/** How much of one sequence has to be inserted, removed or replaced to get another (Levenshtein). */
function measureEdits<Item>(
  from: readonly Item[],
  to: readonly Item[],
  replacing: (one: Item, other: Item) => number,
): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [place, item] of from.entries()) {
    const next = [place + 1]
    for (const [index, other] of to.entries()) {
      const [diagonal = 0, above = 0] = row.slice(index, index + 2)
      const left = next[index] ?? 0
      next.push(Math.min(above + 1, left + 1, diagonal + replacing(item, other)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
