import type { Contract } from '../contract/contract.ts'
import type { Declarations } from '../contract/operation/declarations.ts'
import { choicesOf, isInQuery, type Parameter } from '../contract/operation/value.ts'
import { findNearestRoutes, type Route } from '../contract/routing.ts'
import { describePresetsWith } from '../contract/unmatched.ts'
import { decodePath, hasPlaceholder } from '../http/route-table.ts'
import { quote } from '../input/text/quote.ts'
import { suggestWord } from '../input/text/suggestion.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import type { Effect } from './effects/effect.ts'
import type { FaultMatch } from './fault.ts'

/** Why no request can ever match a fault: the field, and what is wrong with it. */
export interface Unmatchable {
  readonly field: 'operation' | 'method' | 'path' | `query.${string}`
  /** The rest of the sentence that starts with the name of the field. */
  readonly message: string
}

/** Finds out why no request can ever match: the fields contradict each other or the service. Undefined if one can. */
export function findUnmatchable(
  match: FaultMatch,
  effect: Effect,
  contract: Contract,
  declared: Declarations,
): Unmatchable | undefined {
  const { routes } = contract
  const offered = listOffered(contract)
  const possible = effect.operations ?? offered
  const issue = findOperationIssue(match, effect, { offered, possible, declared })
  if (issue !== undefined) return { field: 'operation', message: issue }

  const { operation, method } = match
  const path = match.path === undefined ? undefined : decodePath(match.path)
  const chosen = new Set(operation === undefined ? possible : possible.filter((each) => each === operation))
  const fitting = routes.filter((route) => chosen.has(route.operation))
  const hasOperation = operation !== undefined || effect.operations !== undefined
  // Without an operation, a fault also applies to requests with a method that the service does not have.
  if (hasOperation && method !== undefined && !fitting.some((route) => allowsMethod(route, method))) {
    const methods = [...new Set(fitting.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : route.method)))]
    const hint = suggestWord(method, methods)
    return {
      field: 'method',
      message: `is ${quote(method)}, which cannot match.${hint} Allowed: ${methods.join(', ')}`,
    }
  }
  const reached = path === undefined ? fitting : filterReached(fitting, path)
  if (path !== undefined && reached.length === 0) {
    return { field: 'path', message: describePath(path, match, fitting) }
  }
  return findQueryIssue(match, reached, contract.assumptions, declared)
}

function allowsMethod(route: Route, method: string): boolean {
  return route.method === method || (route.method === 'GET' && method === 'HEAD')
}

/** Lists the operations that a fault may name. */
export const listOffered = derivedFrom(({ routes }: Contract): readonly string[] => [
  ...new Set(routes.map(({ operation }) => operation)),
])

// A parameter that only other assumptions add may be there later.
function findQueryIssue(
  { query = {} }: FaultMatch,
  reached: readonly Route[],
  assumptions: Contract['assumptions'],
  { operations, framework }: Declarations,
): Unmatchable | undefined {
  const names = new Set(reached.map(({ operation }) => operation))
  const parameters = operations
    .filter(({ name }) => names.has(name))
    .flatMap((each) => Object.entries(each.parameters).filter(([, parameter]) => parameter.in === 'query'))
  const canBe = (name: string, parameter: Parameter, text: string): boolean =>
    (parameter.kind === 'choice' && parameter.choices.includes(text)) ||
    !(
      'issues' in
      framework.readParameters({ [name]: parameter }, { path: {}, query: new Map([[name, [text]]]) }, assumptions)
    )
  for (const [name, text] of Object.entries(query)) {
    const named = parameters.filter(([each]) => each === name)
    const field = `query.${name}` as const
    if (named.length === 0) {
      const present = parameters.filter(([, parameter]) => isInQuery(parameter, assumptions)).map(([each]) => each)
      const known = [...new Set(present)]
      const others = known.length === 0 ? 'They have none' : `Parameters: ${known.join(', ')}`
      const message = `is ${quote(text)}, but no matching operation has this parameter.${suggestWord(name, known)}`
      return { field, message: `${message} ${others}` }
    }
    if (named.some(([, parameter]) => text === '' || canBe(name, parameter, text))) continue
    const words = named.flatMap(([, parameter]) => listWords(parameter, assumptions))
    const allowed = words.length === 0 ? '' : `${suggestWord(text, words)} Allowed: ${words.join(', ')}`
    return { field, message: `is ${quote(text)}, which no valid request has.${allowed}` }
  }
  return undefined
}

function listWords(parameter: Parameter, assumptions: Contract['assumptions']): readonly string[] {
  return parameter.kind === 'choice' ? choicesOf(parameter, assumptions) : []
}

interface OfferedOperations {
  readonly offered: readonly string[]
  readonly possible: readonly string[]
  readonly declared: Declarations
}

function findOperationIssue(
  { operation }: FaultMatch,
  effect: Effect,
  { offered, possible, declared }: OfferedOperations,
): string | undefined {
  if (operation === undefined) return undefined
  if (!offered.includes(operation)) {
    const owners = describePresetsWith(operation, declared)
    return `is "${operation}", which the service has only under other assumptions.${owners} Allowed: ${offered.join(', ')}`
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
function filterReached(routes: readonly Route[], start: string): Route[] {
  const parts = start.split('/')
  const last = parts.length - 1
  return routes.filter(({ template }) => {
    const segments = template.split('/')
    return parts.every((part, index) => {
      const segment = segments[index]
      if (segment === undefined) return false
      if (index === last ? segment.startsWith(part) : segment === part) return true
      return hasPlaceholder(segment)
    })
  })
}
