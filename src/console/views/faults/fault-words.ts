// Says in words which requests a fault is for, and how often it applies.

import type { FaultUse } from '../../../client/index.ts'
import { toPercent } from '../../components/charts/bars.tsx'

/** Which requests a fault matches: `All GET requests below /v2 with status=READY`. */
export function describeMatch({ match }: Pick<FaultUse, 'match'>): string {
  const { operation, method, path, query = {} } = match
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return join(' ', [
    operation ? `Requests to ${operation}` : `All ${method ? `${method} ` : ''}requests`,
    operation && method && `with the method ${method}`,
    path && `whose path starts with ${path}`,
    parameters.length > 0 && `with ${parameters.join(' and ')}`,
  ])
}

/** How often a fault applies: `to 20 % of them, 3 times at most`. */
export function describeLimits({ probability, times }: Pick<FaultUse, 'probability' | 'times'>): string {
  return join(', ', [
    probability < 1 && `${toPercent(probability)} % of them`,
    times && (times === 1 ? 'once more' : `${times} times more`),
  ])
}

function join(separator: string, parts: readonly (string | number | false | undefined)[]): string {
  return parts.filter(Boolean).join(separator)
}
