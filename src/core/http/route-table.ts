// Finds what a path matches.

import type { Method } from './operation.ts'
import { toPathPattern } from './path-template.ts'

interface Target {
  readonly method: Method
}

/** A target whose path matches. */
export interface PathMatch<Found> {
  readonly target: Found
  /** The texts of the placeholders in the path. */
  readonly values: Readonly<Record<string, string>>
}

/** Paths with their targets, in the order in which they are tried. */
export interface RouteTable<Found extends Target> {
  /** Finds all targets with a path, whatever their method. */
  find(path: string): PathMatch<Found>[]
}

/** Creates a table of routes. */
export function createRouteTable<Found extends Target>(
  routes: readonly { readonly template: string; readonly target: Found }[],
): RouteTable<Found> {
  const patterns = routes.map(({ template, target }) => ({ target, pattern: toPathPattern(template) }))
  return {
    find: (path) =>
      patterns.flatMap(({ target, pattern }) => {
        const match = pattern.exec(path)
        return match === null ? [] : { target, values: match.groups ?? {} }
      }),
  }
}

/** Picks the first match with a method. */
export function pickMethod<Found extends Target>(
  matches: readonly PathMatch<Found>[],
  method: string,
): PathMatch<Found> | undefined {
  return matches.find(({ target }) => target.method === method)
}
