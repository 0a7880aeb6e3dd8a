import type { Contract } from '../engine/contract/contract.ts'
import type { ServiceRequest } from '../engine/define/operation/messages.ts'
import { trimSlashes } from '../engine/http/path-template.ts'

/**
 * Whether a request matches an operation of the service. HEAD and OPTIONS requests, which HTTP
 * libraries send on their own, match any operation with the same path.
 */
export function matchesOperation(
  { method, path }: Pick<ServiceRequest, 'method' | 'path'>,
  contract: Contract,
): boolean {
  if (path.startsWith('/_s/')) return true
  const { assumptions, declared } = contract
  const routedPath = declared.framework.slashAtEnd(assumptions) === '404' ? path : trimSlashes(path)
  const methods = /^(?:HEAD|OPTIONS)$/.test(method) ? ['GET', 'POST'] : [method]
  return methods.some((each) => contract.findOperation({ method: each, path: routedPath }) !== undefined)
}
