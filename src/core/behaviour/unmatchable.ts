import type { Route } from '../contract/routing.ts'
import type { Effect } from './effects/effect.ts'
import type { FaultMatch } from './fault.ts'

/** Why no request can ever match, if that is so: what is asked for contradicts itself, or the service. */
export function findUnmatchable(match: FaultMatch, effect: Effect, routes: readonly Route[]): string | undefined {
  const offered = [...new Set(routes.map(({ operation }) => operation))]
  const { operation, method, path } = match
  if (operation !== undefined && !offered.includes(operation)) {
    return `"match.operation" is "${operation}", which this service does not offer. It offers: ${offered.join(', ')}`
  }
  const possible = effect.operations ?? offered
  if (operation !== undefined && !possible.includes(operation)) {
    return `"match.operation" is "${operation}", which ${effect.kind} cannot befall. It can: ${possible.join(', ')}`
  }
  if (operation === undefined && effect.operations === undefined) return undefined
  const places = routes.filter((route) => route.operation === operation || operation === undefined)
  const fitting = places.filter((route) => possible.includes(route.operation))
  const methods = [...new Set(fitting.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : route.method)))]
  if (method !== undefined && !methods.includes(method)) {
    return `"match.method" is "${method}", which cannot match. Possible: ${methods.join(', ')}`
  }
  if (path !== undefined && !fitting.some(({ template }) => canBeginWith(template, path))) {
    return `"match.path" is "${path}", which cannot match. Possible: ${fitting.map(({ template }) => template).join(', ')}`
  }
  return undefined
}

// What stands at the place of an id may be anything.
function canBeginWith(template: string, start: string): boolean {
  const [fixed = ''] = template.split('{')
  return fixed.startsWith(start) || (start.startsWith(fixed) && (fixed !== template || start === fixed))
}
