// Finds the operation of a path and a method, and those that are nearest to a wrong path.

import type { Assumptions, TrackedAssumptions } from '../define/assumptions/assumptions.ts'
import type { Method } from '../http/operation-declaration.ts'
import {
  createRouteTable,
  decodePath,
  hasPlaceholder,
  type PathMatch,
  pickMethod,
  type RouteTable,
  trimSlashes,
} from '../http/route-table.ts'
import { deepFreeze } from '../input/schemas/schema-walk.ts'
import { measureEdits } from '../input/text/edit-distance.ts'
import type { Declarations } from './operation/declarations.ts'
import { type Failure, ServiceError } from './operation/failure.ts'
import type { Framework } from './operation/framework.ts'
import { type Operation, templateOf } from './operation/operation.ts'

export interface Route {
  readonly operation: string
  readonly method: Operation['method']
  /** The path, with placeholders in braces. */
  readonly template: string
}

export type RouteMatch =
  | { kind: 'operation'; operation: Operation; pathValues: Readonly<Record<string, string>> }
  | { kind: 'redirect'; path: string }

export interface Router {
  /** The routes under these assumptions, in the order of the contract. */
  routes: readonly Route[]
  /** Finds the operation of a method and an encoded path, or the redirect. @throws ServiceError if there is neither */
  match(method: string, path: string): RouteMatch
  /** Returns what `match` does, or undefined where it throws. */
  attempt(method: string, path: string): RouteMatch | undefined
}

const NOT_FOUND: Failure = { status: 404, detail: 'Not Found' }

/** Creates the router of the service. The assumptions determine the paths. */
export function createRouter(
  { operations, basePathsOf, framework }: Declarations,
  tracked: TrackedAssumptions,
): Router {
  const { assumptions } = tracked
  const { result: basePaths, read: placing } = tracked.track(() => basePathsOf(assumptions))
  const placed = basePaths.flatMap((basePath) => placeOperations(operations, { basePath, base: placing }, tracked))
  const { read: listing } = tracked.track(() => listAbsent(operations, assumptions))
  const table = createRouteTable(placed.map((target) => ({ template: target.template, target })))

  const match = (method: string, encodedPath: string): RouteMatch => {
    const decoded = readPath(encodedPath, framework)
    const { path, found } = findPath(table, decoded, { framework, assumptions })
    const [first] = found
    if (first === undefined) {
      tracked.note(listing)
      for (const { placing } of placed) tracked.note(placing)
      throw new ServiceError(NOT_FOUND)
    }
    tracked.note(first.target.placing)
    if (path !== decoded && framework.slashAtEnd(assumptions) === 'redirect') {
      return { kind: 'redirect', path }
    }

    const routedMethod = method === 'HEAD' && framework.answersHead(assumptions) ? 'GET' : method
    const picked = pickMethod(found, routedMethod)
    if (picked === undefined) {
      tracked.note(listing)
      const methods = found.map(({ target }) => target.method)
      throw new ServiceError(buildMethodFailure(methods, { framework, assumptions }))
    }
    return { kind: 'operation', operation: picked.target.operation, pathValues: readSlashes(picked.values, framework) }
  }

  return {
    routes: listRoutes(placed),
    match,
    attempt(method, path) {
      try {
        return match(method, path)
      } catch {
        return undefined
      }
    },
  }
}

interface Rules {
  readonly framework: Framework
  readonly assumptions: Assumptions
}

interface RoutedOperation {
  operation: Operation
  method: Operation['method']
  template: string
  /** The assumptions that determine its path. */
  placing: ReadonlySet<string>
}

function listRoutes(placed: readonly RoutedOperation[]): readonly Route[] {
  return deepFreeze(placed.map(({ operation, method, template }) => ({ operation: operation.name, method, template })))
}

/** Finds what is at a path, or at the path without its slashes at the end if nothing is there. */
function findPath(table: RouteTable<RoutedOperation>, path: string, { framework, assumptions }: Rules) {
  const found = table.find(path)
  if (framework.prefersLiterals && found.length > 1) found.sort((one, other) => countValues(one) - countValues(other))
  if (found.length > 0 || !path.endsWith('/') || framework.slashAtEnd(assumptions) === '404') return { path, found }
  const unslashed = trimSlashes(path)
  return { path: unslashed, found: table.find(unslashed) }
}

function countValues({ values }: PathMatch<RoutedOperation>): number {
  return Object.keys(values).length
}

interface BasePlace {
  readonly basePath: string
  readonly base: ReadonlySet<string>
}

function placeOperations(
  operations: Declarations['operations'],
  { basePath, base }: BasePlace,
  { assumptions, track }: TrackedAssumptions,
): RoutedOperation[] {
  return operations.flatMap((operation) => {
    const { result: template, read } = track(() => templateOf(operation, assumptions))
    if (template === undefined) return []
    const placing = new Set([...base, ...read])
    return [{ operation, method: operation.method, template: basePath + template, placing }]
  })
}

// Other assumptions may place these where nothing is now.
function listAbsent(operations: Declarations['operations'], assumptions: Assumptions): string[] {
  return operations.filter((operation) => templateOf(operation, assumptions) === undefined).map(({ name }) => name)
}

// Stands for an encoded slash while a path is matched. No text has this character.
const SLASH = '\uFFFF'
const ENCODED_SLASH = /%2f/gi

function readPath(path: string, { keepsEncodedSlashes }: Framework): string {
  return decodePath(keepsEncodedSlashes ? path.replace(ENCODED_SLASH, SLASH) : path)
}

function readSlashes(values: Readonly<Record<string, string>>, { keepsEncodedSlashes }: Framework) {
  if (!keepsEncodedSlashes) return values
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.replaceAll(SLASH, '/')]))
}

function buildMethodFailure(methods: readonly Method[], { framework, assumptions }: Rules): Failure {
  if (framework.otherMethodStatus(assumptions) === 404) return NOT_FOUND
  const allowed = framework
    .listAllowed(methods)
    .flatMap((method) => (framework.answersHead(assumptions) && method === 'GET' ? ['GET', 'HEAD'] : method))
  return { status: 405, detail: 'Method Not Allowed', headers: { allow: allowed.join(', ') } }
}

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
