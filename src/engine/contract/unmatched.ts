// What is said about a request that matches no operation.

import * as z from 'zod'
import { resolveAssumptions, trackAssumptions } from '../define/assumptions/assumptions.ts'
import { quote } from '../input/text/quote.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import type { Declarations } from './operation/declarations.ts'
import { operationNamesOf } from './operation/operation.ts'
import { createRouter, findNearestRoutes, type Route, type Router } from './routing.ts'

/** The schema of the name of an operation. */
export const operationNameSchemaOf = derivedFrom((declared: Declarations) =>
  z.enum(operationNamesOf(declared.operations), { error: ({ input }) => describeRequestLine(input, declared) }),
)

const REQUEST_LINE = /^(?:([a-z]+) +)?(?:https?:\/\/[^/]+)?(\/[^?#\s]*?)\/*(?:[?#]|$)/i

interface UnmatchedRequest {
  readonly method: string
  readonly path: string
}

const presetsOf = derivedFrom((declared: Declarations) =>
  declared.questions.presets.map((preset) => {
    const assumptions = resolveAssumptions(declared.questions, preset)
    return { preset, ...createRouter(declared, trackAssumptions(assumptions)) }
  }),
)

/** Says, after another sentence, which presets have the operation that a request matches; empty if none has. */
export function describePresets({ method, path }: UnmatchedRequest, declared: Declarations): string {
  return describeOwners(declared, ({ attempt }) => attempt(method, path)?.kind === 'operation')
}

/** The same for an operation by its name. */
export function describePresetsWith(operation: string, declared: Declarations): string {
  return describeOwners(declared, ({ routes }) => routes.some((each) => each.operation === operation))
}

/** The operation that a request matches under the first preset that has it. */
function findRequested({ method, path }: UnmatchedRequest, declared: Declarations): string | undefined {
  for (const { attempt } of presetsOf(declared)) {
    const match = attempt(method, path)
    if (match?.kind === 'operation') return match.operation.name
  }
  return undefined
}

function describeOwners(declared: Declarations, hasIt: (router: Router) => boolean): string {
  const names = presetsOf(declared).flatMap(({ preset, ...router }) => (hasIt(router) ? preset : []))
  if (names.length < 2) return names.map((name) => ` The preset ${name} has it.`).join()
  return ` The presets ${names.slice(0, -1).join(', ')} and ${names.at(-1)} have it.`
}

interface OfferedRoutes {
  readonly routes: readonly Route[]
  readonly declared: Declarations
}

/** Names a request that matches no operation, with those that are nearest. @param base the path in front of the service's */
export function describeUnmatched(
  { method, path }: UnmatchedRequest,
  url: string,
  { routes, declared }: OfferedRoutes,
  base = '',
): string {
  const known = routes.map((route) => ({ ...route, template: base + route.template }))
  const nearest = findNearestRoutes(method, path, known).map((route) => `${route.method} ${route.template}`)
  const owners = path.startsWith(`${base}/`) ? describePresets({ method, path: path.slice(base.length) }, declared) : ''
  return `${method} ${url} matches no operation. Nearest: ${nearest.join(', ')}${owners && `.${owners}`}`
}

/** Names the operation of a request line such as `GET /v2/deployments`; undefined if the value is none. */
export function describeRequestLine(value: unknown, declared: Declarations): string | undefined {
  const [, method = 'GET', path] = (typeof value === 'string' && REQUEST_LINE.exec(value)) || []
  const name = path === undefined ? undefined : findRequested({ method: method.toUpperCase(), path }, declared)
  return name === undefined ? undefined : `The name of this operation is ${quote(name)}`
}
