// Finds what a path matches.

import { onDemand } from '../limits/on-demand.ts'
import { ownText } from '../limits/own-text.ts'
import type { Method } from './operation-declaration.ts'

const NO_VALUES: Query = new Map()
const NO_TEXTS: Readonly<Record<string, string>> = {}

const PLACEHOLDER = /\{(\w+)\}/

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
  /** Returns the pattern of its paths, which is built when it is needed first; undefined if it has one path. */
  readonly pattern: (() => RegExp) | undefined
  /** Its place in the order. */
  readonly place: number
}

/** The routes whose paths start with the same segments. */
interface RouteBranch<Found> {
  /** The routes that end here. */
  readonly routes: Route<Found>[]
  /** What follows, by the text of the next segment. */
  readonly byText: Map<string, RouteBranch<Found>>
  /** What follows a segment with a placeholder. */
  byPlaceholder?: RouteBranch<Found>
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
    const pattern = hasPlaceholder(template) ? onDemand(() => toPathPattern(template)) : undefined
    addRoute(root, template.split('/'), { target, pattern, place })
  }
  return {
    find(path) {
      const matches: PathMatch<Found>[] = []
      // A path may end with a line feed.
      const segments = (path.endsWith('\n') ? path.slice(0, -1) : path).split('/')
      for (const { target, pattern } of listCandidates(root, segments)) {
        const match = pattern?.().exec(path)
        if (match !== null) matches.push({ target, values: match?.groups ?? NO_TEXTS })
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

function createBranch<Found>(): RouteBranch<Found> {
  return { routes: [], byText: new Map() }
}

function addRoute<Found>(root: RouteBranch<Found>, segments: readonly string[], route: Route<Found>): void {
  let branch = root
  for (const segment of segments) {
    const next = findBranch(branch, segment) ?? createBranch<Found>()
    if (hasPlaceholder(segment)) branch.byPlaceholder = next
    else branch.byText.set(segment, next)
    branch = next
  }
  branch.routes.push(route)
}

function findBranch<Found>(
  { byText, byPlaceholder }: RouteBranch<Found>,
  segment: string,
): RouteBranch<Found> | undefined {
  return hasPlaceholder(segment) ? byPlaceholder : byText.get(segment)
}

function listCandidates<Found>(root: RouteBranch<Found>, segments: readonly string[]): readonly Route<Found>[] {
  let branches = [root]
  for (const segment of segments) {
    const next: RouteBranch<Found>[] = []
    for (const { byText, byPlaceholder } of branches) {
      const branch = byText.get(segment)
      if (branch !== undefined) next.push(branch)
      if (byPlaceholder !== undefined) next.push(byPlaceholder)
    }
    if (next.length === 0) return []
    branches = next
  }
  const [only, ...more] = branches
  if (only !== undefined && more.length === 0) return only.routes
  return branches.flatMap(({ routes }) => routes).sort((one, other) => one.place - other.place)
}

/**
 * Returns a pattern for the paths of a template. It has a group for each placeholder, which captures one
 * segment or a part of one. The real service ignores a line feed at the end, as `$` in Python's patterns
 * does.
 */
export function toPathPattern(template: string): RegExp {
  return new RegExp(`^${toPatternSource(template, (name) => `(?<${name}>[^/]+)`)}\\n?$`, 'su')
}

/**
 * Returns the source of a pattern for the paths of a template.
 *
 * @param toGroup returns the pattern for a placeholder
 * @param spell returns how a text of the template is spelled in paths
 */
export function toPatternSource(
  template: string,
  toGroup: (name: string) => string,
  spell: (text: string) => string = (text) => text,
): string {
  // Every second part is the name of a placeholder.
  const parts = template.split(PLACEHOLDER)
  return parts.map((part, index) => (index % 2 === 0 ? escapePattern(spell(part)) : toGroup(part))).join('')
}

/** Lists the names of a template's placeholders. */
export function listPlaceholders(template: string): string[] {
  return template.split(PLACEHOLDER).filter((_, index) => index % 2 === 1)
}

/** Whether a text contains a placeholder. */
export function hasPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text)
}

/** Fills values into the placeholders of a path template. */
export function fillPathTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(new RegExp(PLACEHOLDER, 'g'), (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** Removes the trailing slashes of a path. */
export function trimSlashes(path: string): string {
  let end = path.length
  while (path.charAt(end - 1) === '/') end -= 1
  return path.slice(0, end)
}

/** Escapes a text so that a pattern matches it literally. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/**
 * Decodes a percent-encoded path. Bytes that are not valid UTF-8 become U+FFFD, and invalid percent
 * encodings stay as they are. An encoded slash separates segments, as it does in the real service.
 */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    const bytes = encoded
      .slice(1)
      .split('%')
      .map((hex) => Number.parseInt(hex, 16))
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes))
  })
}

/** A parsed query string: the values of each name, in the order of the request. */
export type Query = ReadonlyMap<string, readonly string[]>

/** Parses a query string. Names and values are decoded; bytes that are not valid UTF-8 become U+FFFD. */
export function parseQuery(text: string): Query {
  if (text === '') return NO_VALUES
  const query = new Map<string, string[]>()
  // URLSearchParams drops a question mark at the start; the ampersand protects it.
  for (const [name, value] of new URLSearchParams(`&${text}`)) {
    const values = query.get(name)
    if (values === undefined) query.set(ownText(name), [ownText(value)])
    else values.push(ownText(value))
  }
  return query
}
