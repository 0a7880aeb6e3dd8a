// Which requests a fault matches.

import type { ServiceRequest } from '../define/operation/messages.ts'
import type { OperationName } from '../define/service-types.ts'
import { parseQuery, type Query } from '../http/query.ts'
import { canApply } from './effects/effect.ts'
import type { FaultMatch } from './fault.ts'
import type { FaultEntry } from './fault-list.ts'

/** Creates a function that says whether a fault matches a request. It parses the query once for all faults. */
export function createFaultMatcher(
  request: Pick<ServiceRequest, 'method' | 'path' | 'query'>,
  operation: OperationName | undefined,
): (entry: Pick<FaultEntry, 'fault' | 'effect'>) => boolean {
  let query: Query | undefined
  const readQuery = (): Query => {
    query ??= parseQuery(request.query)
    return query
  }
  return ({ fault: { match }, effect }) => {
    if (match.operation !== undefined && match.operation !== operation) return false
    if (match.method !== undefined && match.method !== request.method) return false
    if (match.path !== undefined && !request.path.startsWith(match.path)) return false
    return matchesQuery(match, readQuery) && canApply(effect, request, operation)
  }
}

function matchesQuery({ query: expected }: FaultMatch, readQuery: () => Query): boolean {
  if (expected === undefined) return true
  const query = readQuery()
  return Object.entries(expected).every(([name, value]) => query.get(name)?.includes(value) === true)
}
