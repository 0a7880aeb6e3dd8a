import type { Call } from '../core/contract/call.ts'
import type { Contract } from '../core/contract/contract.ts'
import { trimSlashes } from '../core/contract/path-template.ts'

/**
 * Whether a call leads to an operation of the service. HEAD and OPTIONS, which a client's
 * machinery sends by itself, count as handled wherever the path is known.
 */
export function leadsToOperation({ method, path }: Pick<Call, 'method' | 'path'>, contract: Contract): boolean {
  if (path.startsWith('/_s/')) return true
  const asked = contract.assumptions.trailingSlash === '404' ? path : trimSlashes(path)
  const methods = /^(?:HEAD|OPTIONS)$/.test(method) ? ['GET', 'POST'] : [method]
  return methods.some((each) => contract.findOperation({ method: each, path: asked }) !== undefined)
}
