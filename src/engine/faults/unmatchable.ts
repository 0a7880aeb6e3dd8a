// Why a fault can match no request.

import { findNearestRoutes } from '../contract/nearest-routes.ts'
import type { Route } from '../contract/routing.ts'
import { hasPlaceholder } from '../http/path-template.ts'
import { quote } from '../input/text/quote.ts'
import { suggestWord } from '../input/text/suggestion.ts'
import type { Effect } from './effects/effect.ts'
import type { FaultMatch } from './fault.ts'

/** Why no request can ever match a fault: the field, and what is wrong with it. */
export interface Unmatchable {
  readonly field: 'operation' | 'method' | 'path'
  /** The rest of the sentence that starts with the name of the field. */
  readonly message: string
}

/** Finds out why no request can ever match: the fields contradict each other or the routes. Undefined if one can. */
export function findUnmatchable(match: FaultMatch, effect: Effect, routes: readonly Route[]): Unmatchable | undefined {
  const offered = [...new Set(routes.map(({ operation }) => operation))]
  const possible = effect.operations ?? offered
  const issue = findOperationIssue(match, effect, offered, possible)
  if (issue !== undefined) return { field: 'operation', message: issue }

  const { operation, method, path } = match
  const fitting = routes.filter(
    (route) => possible.includes(route.operation) && (operation === undefined || route.operation === operation),
  )
  const hasOperation = operation !== undefined || effect.operations !== undefined
  const methods = [...new Set(fitting.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : route.method)))]
  // Without an operation, a fault also applies to requests with a method that the service does not have.
  if (hasOperation && method !== undefined && !methods.includes(method)) {
    const hint = suggestWord(method, methods)
    return {
      field: 'method',
      message: `is ${quote(method)}, which cannot match.${hint} Allowed: ${methods.join(', ')}`,
    }
  }
  if (path !== undefined && !fitting.some(({ template }) => canBeginWith(template, path))) {
    return { field: 'path', message: describePath(path, match, fitting) }
  }
  return undefined
}

function findOperationIssue(
  { operation }: FaultMatch,
  effect: Effect,
  offered: readonly string[],
  possible: readonly string[],
): string | undefined {
  if (operation === undefined) return undefined
  if (!offered.includes(operation)) {
    return `is "${operation}", which this service does not have. Allowed: ${offered.join(', ')}`
  }
  if (possible.includes(operation)) return undefined
  return `is "${operation}", but ${effect.kind} does not apply to it. Allowed: ${possible.join(', ')}`
}

// A longer path is not a typing error, and comparing it would take long.
const MOST_COMPARED = 200

function describePath(path: string, { method = 'GET' }: FaultMatch, fitting: readonly Route[]): string {
  const templates = [...new Set(fitting.map(({ template }) => template))]
  const [nearest] = path.length > MOST_COMPARED ? [] : findNearestRoutes(method, path, fitting)
  const closest = nearest === undefined ? '' : ` Closest: ${nearest.template}.`
  return `is ${quote(path)}, but no matching operation has a path that starts with it.${closest} Paths: ${templates.join(', ')}`
}

// The segment of an id may be anything.
function canBeginWith(template: string, start: string): boolean {
  const segments = template.split('/')
  const parts = start.split('/')
  return parts.every((part, index) => {
    const segment = segments[index]
    if (segment === undefined) return false
    if (hasPlaceholder(segment)) return true
    return index === parts.length - 1 ? segment.startsWith(part) : segment === part
  })
}
