// Reads the parameters and the body of a request.

import type { Assumptions } from '../register/assumptions.ts'
import { assertAccess } from './authentication.ts'
import { createValidationError } from './errors.ts'
import type { ServiceRequest } from './messages.ts'
import { bodyModelOf, needsCredentials, type Operation, type OperationRequest } from './operations/operation.ts'
import { assertBodySize } from './request-size.ts'
import { createIssueCollector } from './validation/issue-limits.ts'
import type { Parameters, ParameterValues } from './validation/parameter.ts'
import { collectParameters } from './validation/parameters.ts'
import { parseQuery } from './validation/query.ts'
import { readBody } from './validation/request-body.ts'
import { type ParsedBody, parseBody } from './values/parse-body.ts'

/** A valid request, in the form that an operation gets. */
export interface ReadRequest extends Omit<OperationRequest<ParameterValues<Parameters>>, 'findOrigin' | 'sent'> {
  /** The body with numbers as Python has them. */
  readonly exactBody: unknown
}

const NO_BODY: ParsedBody = { exact: null, body: null }

/**
 * Reads a request of an operation as the real service does: first its JSON, then its credentials, and then its
 * parameters and its body, whose issues are reported together.
 *
 * @param onValues called with the parameters if they are valid, whether or not the body is valid
 * @throws ServiceError if the request is invalid
 */
export function readRequest(
  request: ServiceRequest,
  { operation, pathValues }: { operation: Operation; pathValues: Readonly<Record<string, string>> },
  { assumptions, onValues }: { assumptions: Assumptions; onValues?: (values: ReadRequest['values']) => void },
): ReadRequest {
  const model = bodyModelOf(operation, assumptions)
  if (model !== undefined) assertBodySize(request, assumptions)
  const given = model === undefined ? null : readBody(request, assumptions)
  if (needsCredentials(operation)) assertAccess(request, assumptions)
  const query = parseQuery(request.query)
  const collector = createIssueCollector(assumptions)
  const values = collectParameters(operation.parameters, { path: pathValues, query }, { assumptions, collector })
  if (collector.issues.length === 0) onValues?.(values)
  const isOptional = operation.isBodyOptional === true
  const parsed = model === undefined ? NO_BODY : parseBody(model, given, { collector, isOptional })
  if (parsed === undefined || collector.issues.length > 0) throw createValidationError(collector.issues, assumptions)
  return { values, query, body: parsed.body, exactBody: parsed.exact }
}
