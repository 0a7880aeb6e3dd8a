// The operations that are nearest to a wrong path.

import { hasPlaceholder } from '../http/path-template.ts'
import { measureEdits } from '../input/text/edit-distance.ts'

/** The routes that a request was probably meant for: those with the most similar path and then method. */
export function findNearestRoutes<Known extends { readonly method: string; readonly template: string }>(
  method: string,
  path: string,
  routes: readonly Known[],
): Known[] {
  const segments = splitPath(path)
  const rated = routes.map((route) => ({
    route,
    distance: measureEdits(splitPath(route.template), segments, compareSegments) + (route.method === method ? 0 : 0.1),
  }))
  const least = Math.min(...rated.map(({ distance }) => distance))
  return rated.filter(({ distance }) => distance === least).map(({ route }) => route)
}

function splitPath(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function compareSegments(template: string, segment: string): number {
  if (template === segment || hasPlaceholder(template)) return 0
  const edits = measureEdits([...template], [...segment])
  return edits / Math.max(template.length, segment.length)
}
