// The responses of an operation besides its results.

import type { Assumptions } from '../assumptions/assumptions.ts'
import type { Access } from '../define/access.ts'
import type { Declarations } from '../define/declarations.ts'
import { needsCredentials, type Operation } from '../define/operation/operation.ts'
import { listDeclared } from '../define/operation/parameter.ts'
import { listRefusals, type Refusals } from '../define/operation/refusal.ts'
import { capitalize } from '../input/text/capitalize.ts'
import type { Json } from './json.ts'
import { canBeInvalid } from './parameters.ts'

/** Why an operation responds with a status. */
export interface ErrorCase {
  readonly status: number
  readonly description: string
  /** The headers of the response, by name. */
  readonly headers?: Readonly<Record<string, Json>>
}

/** Lists cases of one kind. It reads the assumptions that decide whether there are any, and their status. */
export type ListCases = (operation: Operation, assumptions: Assumptions, declared: Declarations) => readonly ErrorCase[]

const TEXT_HEADER: Json = { schema: { type: 'string' } }

/** The kinds of responses besides results, in the order in which their descriptions are joined. */
export const errorKinds: readonly ListCases[] = [
  listRedirects,
  listTargetCases,
  listBodyCases,
  listCredentialCases,
  listValidationCases,
  listOwnRefusals,
  listRateCases,
]

function listRedirects(_operation: Operation, assumptions: Assumptions, { framework }: Declarations): ErrorCase[] {
  if (framework.slashAtEnd(assumptions) !== 'redirect') return []
  const headers = { Location: { description: 'The URL without the slash.', ...TEXT_HEADER } }
  return [{ status: 307, description: 'The path ends with a slash.', headers }]
}

function listTargetCases(_operation: Operation, assumptions: Assumptions, { framework }: Declarations): ErrorCase[] {
  if (!framework.limitsTarget(assumptions)) return []
  return [{ status: 414, description: 'The path and the query are too long.' }]
}

function listBodyCases({ body }: Operation): ErrorCase[] {
  if (body === undefined) return []
  return [
    { status: 400, description: 'The body cannot be read.' },
    { status: 413, description: 'The body is too large.' },
  ]
}

function listCredentialCases(operation: Operation, assumptions: Assumptions, { access }: Declarations): ErrorCase[] {
  if (!needsCredentials(operation)) return []
  return [...listMissingCredentials(access, assumptions), ...listRefusalCases(access.refusals, assumptions)]
}

function listMissingCredentials(access: Access, assumptions: Assumptions): ErrorCase[] {
  if (access.listRequired(assumptions).length === 0) return []
  const status = access.statusOf(assumptions)
  const headers = { 'WWW-Authenticate': { description: 'What is required.', ...TEXT_HEADER } }
  return [{ status, description: 'The credentials are missing.', ...(status === 401 ? { headers } : {}) }]
}

function listValidationCases(
  { parameters, body }: Operation,
  assumptions: Assumptions,
  declared: Declarations,
): ErrorCase[] {
  const { refusesUnknown, errors } = declared.framework
  const isUnknownInvalid = refusesUnknown(assumptions)
  const takesInvalid = listDeclared(parameters, assumptions).some((parameter) =>
    canBeInvalid(declared, parameter, assumptions),
  )
  if (!isUnknownInvalid && !takesInvalid && body === undefined) return []
  const description = body === undefined ? 'A parameter is invalid.' : 'The body or a parameter is invalid.'
  return [{ status: errors.invalidStatus(assumptions), description }]
}

function listOwnRefusals({ refusals = [] }: Operation, assumptions: Assumptions): ErrorCase[] {
  return listRefusalCases(refusals, assumptions)
}

function listRefusalCases(refusals: Refusals, assumptions: Assumptions): ErrorCase[] {
  return listRefusals(refusals, assumptions).map(({ name, status }) => ({
    status,
    description: `${capitalize(name)}.`,
  }))
}

function listRateCases(_operation: Operation, assumptions: Assumptions, { limitRate }: Declarations): ErrorCase[] {
  if (limitRate?.(assumptions) === undefined) return []
  const headers = { 'Retry-After': { description: 'Seconds until the next try.', schema: { type: 'integer' } } }
  return [{ status: 429, description: 'There were too many requests.', headers }]
}
