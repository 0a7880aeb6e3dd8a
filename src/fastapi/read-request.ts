// Reads the parameters and the body of a request.

import type { Assumptions } from '../engine/assumptions/assumptions.ts'
import type { Access } from '../engine/define/access.ts'
import type { ValidRequest } from '../engine/define/framework.ts'
import type { ServiceRequest } from '../engine/define/operation/messages.ts'
import { bodyModelOf, needsCredentials, type Operation } from '../engine/define/operation/operation.ts'
import { parseQuery } from '../engine/http/query.ts'
import { type ParsedBody, parseBody } from './bodies/parse-body.ts'
import { readJsonBody } from './bodies/request-body.ts'
import { createValidationError } from './errors/errors.ts'
import { createIssueCollector } from './errors/issue-limits.ts'
import { collectParameters } from './parameters/parameters.ts'
import { assertBodySize } from './request-size.ts'

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
  {
    assumptions,
    access,
    onValues,
  }: { assumptions: Assumptions; access: Access; onValues?: (values: ValidRequest['values']) => void },
): ValidRequest {
  const model = bodyModelOf(operation, assumptions)
  if (model !== undefined) assertBodySize(request, assumptions)
  const json = model === undefined ? null : readJsonBody(request, assumptions)
  if (needsCredentials(operation)) access.assert(request, assumptions)
  const query = parseQuery(request.query)
  const collector = createIssueCollector(assumptions)
  const values = collectParameters(operation.parameters, { path: pathValues, query }, { assumptions, collector })
  if (collector.issues.length === 0) onValues?.(values)
  const isOptional = operation.isBodyOptional === true
  const parsed = model === undefined ? NO_BODY : parseBody(model, json, { assumptions, collector, isOptional })
  if (parsed === undefined || collector.issues.length > 0) throw createValidationError(collector.issues, assumptions)
  return { values, query, body: parsed.body, exactBody: parsed.exact }
}
