// What is said about a request that matches no operation.

import { resolveAssumptions, trackAssumptions } from '../define/assumptions/assumptions.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import type { Declarations } from './operation/declarations.ts'
import { createRouter, findNearestRoutes, type Route, type Router } from './routing.ts'

interface Asked {
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
export function describePresets({ method, path }: Asked, declared: Declarations): string {
  return describeOwners(declared, ({ attempt }) => attempt(method, path)?.kind === 'operation')
}

/** The same for an operation by its name. */
export function describePresetsWith(operation: string, declared: Declarations): string {
  return describeOwners(declared, ({ routes }) => routes.some((each) => each.operation === operation))
}

/** The operation that a request matches under the first preset that has it. */
export function findRequested({ method, path }: Asked, declared: Declarations): string | undefined {
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

/** Names a request that matches no operation, with those that are nearest. @param base the path in front of the service's */
export function describeUnmatched(
  { method, path }: Asked,
  url: string,
  { routes, declared }: { readonly routes: readonly Route[]; readonly declared: Declarations },
  base = '',
): string {
  const known = routes.map((route) => ({ ...route, template: base + route.template }))
  const nearest = findNearestRoutes(method, path, known).map((route) => `${route.method} ${route.template}`)
  const owners = path.startsWith(`${base}/`) ? describePresets({ method, path: path.slice(base.length) }, declared) : ''
  return `${method} ${url} matches no operation. Nearest: ${nearest.join(', ')}${owners && `.${owners}`}`
}
