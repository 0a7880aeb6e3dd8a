import type { FaultUse } from '../../../../entries/client/index.ts'
import { toPercent } from '../../format/numbers.ts'

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

/** What a fault does, and to which requests: `responds with 503, all GET requests`. */
export function describeFault(fault: FaultUse): string {
  const match = describeMatch(fault)
  return `${fault.description}, ${match.charAt(0).toLowerCase()}${match.slice(1)}`
}

/** Names a fault. A number says nothing to people. */
export function nameFault({ id = '', description }: { id?: string | undefined; description?: string }): string {
  if (!isNumber(id)) return `the fault ${id}`
  return description === undefined ? 'the fault' : `the fault “${description}”`
}

/** Whether an id is one that the server has given. */
export function isNumber(id: string): boolean {
  return /^\d+$/.test(id)
}

function join(separator: string, parts: readonly (string | number | false | undefined)[]): string {
  return parts.filter(Boolean).join(separator)
}
