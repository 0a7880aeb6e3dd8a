// Finds what a path matches.

import { onDemand } from '../limits/on-demand.ts'
import { ownText } from '../limits/own-text.ts'
import type { Method } from './operation-declaration.ts'
import { hasPlaceholder, toPathPattern } from './path-template.ts'

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

interface Route<Found> {
  readonly target: Found
  /** Returns the pattern of its paths, which is built when it is needed first. */
  readonly pattern: () => RegExp
  /** Its place in the order. */
  readonly place: number
}

/** The routes whose paths start with the same segments. */
interface Branch<Found> {
  /** The routes that end here. */
  readonly routes: Route<Found>[]
  /** What follows, by the text of the next segment. */
  readonly byText: Map<string, Branch<Found>>
  /** What follows a segment with a placeholder. */
  byPlaceholder?: Branch<Found>
}

/**
 * Creates a table of routes. Only the routes that have the same segments as a path are tried, so the cost of a
 * request does not depend on how many routes there are.
 */
export function createRouteTable<Found extends Target>(
  routes: readonly { readonly template: string; readonly target: Found }[],
): RouteTable<Found> {
  const root = createBranch<Found>()
  for (const [place, { template, target }] of routes.entries()) {
    addRoute(root, template.split('/'), { target, pattern: onDemand(() => toPathPattern(template)), place })
  }
  return {
    find(path) {
      const matches: PathMatch<Found>[] = []
      for (const { target, pattern } of listCandidates(root, path.split('/'))) {
        const match = pattern().exec(path)
        if (match !== null) matches.push({ target, values: match.groups ?? {} })
      }
      return matches
    },
  }
}

/** Picks the first match with a method. The texts of its placeholders can be kept. */
export function pickMethod<Found extends Target>(
  matches: readonly PathMatch<Found>[],
  method: string,
): PathMatch<Found> | undefined {
  const match = matches.find(({ target }) => target.method === method)
  if (match === undefined) return undefined
  const values = Object.entries(match.values).map(([name, text]) => [name, ownText(text)])
  return { target: match.target, values: Object.fromEntries(values) }
}

function createBranch<Found>(): Branch<Found> {
  return { routes: [], byText: new Map() }
}

function addRoute<Found>(root: Branch<Found>, segments: readonly string[], route: Route<Found>): void {
  let branch = root
  for (const segment of segments) {
    const next = findBranch(branch, segment) ?? createBranch<Found>()
    if (hasPlaceholder(segment)) branch.byPlaceholder = next
    else branch.byText.set(segment, next)
    branch = next
  }
  branch.routes.push(route)
}

function findBranch<Found>({ byText, byPlaceholder }: Branch<Found>, segment: string): Branch<Found> | undefined {
  return hasPlaceholder(segment) ? byPlaceholder : byText.get(segment)
}

function listCandidates<Found>(root: Branch<Found>, segments: readonly string[]): Route<Found>[] {
  let branches = [root]
  for (const segment of segments) {
    // A path may end with a line feed.
    const text = segment.endsWith('\n') ? segment.slice(0, -1) : segment
    const next: Branch<Found>[] = []
    for (const { byText, byPlaceholder } of branches) {
      const branch = byText.get(text)
      if (branch !== undefined) next.push(branch)
      if (byPlaceholder !== undefined) next.push(byPlaceholder)
    }
    if (next.length === 0) return []
    branches = next
  }
  const candidates: Route<Found>[] = []
  for (const { routes } of branches) candidates.push(...routes)
  return candidates.sort((one, other) => one.place - other.place)
}
