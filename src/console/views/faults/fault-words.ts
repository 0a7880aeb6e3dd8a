// Says in words what a fault does, and to which requests.

import type { FaultUse } from '../../../client/index.ts'
import { isObject } from '../../components/schema-kinds.ts'
import type { Schemas } from '../../store/api.ts'

/** The title of a fault's effect, and its settings: `Error status: 503`. */
export function describeEffect({ effect }: Pick<FaultUse, 'effect'>, schemas: Schemas | undefined): string {
  const title = schemas?.effects.find(({ kind }) => kind === effect.kind)?.title ?? effect.kind
  const settings = Object.entries(effect).filter(([name]) => name !== 'kind')
  return settings.length === 0 ? title : `${title}: ${settings.map(describeSetting).join(', ')}`
}

/** Which requests a fault matches: `All GET requests below /v2 with status=READY`. */
export function describeMatch({ match }: Pick<FaultUse, 'match'>): string {
  const { operation, method, path, query = {} } = match
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  const parts = [
    operation === undefined
      ? method === undefined
        ? 'All requests'
        : `All ${method} requests`
      : `Requests to ${operation}`,
    ...(operation !== undefined && method !== undefined ? [`with the method ${method}`] : []),
    ...(path === undefined ? [] : [`whose path starts with ${path}`]),
    ...(parameters.length === 0 ? [] : [`with ${parameters.join(' and ')}`]),
  ]
  return parts.join(' ')
}

/** How often a fault applies: `to 20 % of them, 3 times at most`. */
export function describeLimits({ probability, times }: Pick<FaultUse, 'probability' | 'times'>): string {
  const parts = [
    ...(probability === 1 ? [] : [`${formatShare(probability)} of them`]),
    ...(times === undefined ? [] : [times === 1 ? 'once more' : `${times} times more`]),
  ]
  return parts.join(', ')
}

function formatShare(probability: number): string {
  return `${Number((probability * 100).toPrecision(3))} %`
}

function describeSetting([name, value]: readonly [string, unknown]): string {
  if (name === 'milliseconds') return `${describeDuration(value)} ms`
  // The title says the rest.
  if (name === 'status') return String(value)
  if (!isObject(value)) return `${name} ${String(value)}`
  const parts = Object.entries(value).map(([part, each]) => `${part} ${String(each)}`)
  return `${name} ${parts.join(' and ')}`
}

function describeDuration(value: unknown): string {
  if (!isObject(value)) return String(value)
  return 'median' in value ? `about ${String(value.median)}` : `${String(value.min)} to ${String(value.max)}`
}
