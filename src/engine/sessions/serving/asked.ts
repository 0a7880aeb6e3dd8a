// What a request asked for, whoever responds.

import type { Contract } from '../../contract/contract.ts'
import type { Outcome, ServiceRequest } from '../../define/operation/messages.ts'

/** Returns the operation of a request and its parsed parameters, because the journal shows what was asked. */
export function describeAsked(
  request: ServiceRequest,
  { findOperation, findValues }: Contract,
): Pick<Outcome, 'operation' | 'values'> {
  const operation = findOperation(request)?.name
  const values = findValues(request)
  return { ...(operation === undefined ? {} : { operation }), ...(values === undefined ? {} : { values }) }
}
