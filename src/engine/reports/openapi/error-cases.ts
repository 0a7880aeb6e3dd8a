// The responses of an operation besides its results, for its document and for the coverage of the contract.

import type { Declarations } from '../../contract/operation/declarations.ts'
import { listRefusals } from '../../contract/operation/failure.ts'
import { needsCredentials, type Operation } from '../../contract/operation/operation.ts'
import { listDeclared } from '../../contract/operation/parameter.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import type { Basis } from '../../define/basis.ts'
import { capitalize } from '../../input/text/capitalize.ts'
import { canBeInvalid } from './parameters.ts'
import type { Json } from './parts.ts'

/** Why an operation responds with a status. */
export interface ErrorCase {
  readonly status: number
  /** Where it is known from. Default: from where errors of its kind are. */
  readonly basis?: Basis | undefined
  /** What has happened, in a few words: `credentials are missing`. */
  readonly name: string
  /** The same as a sentence. Default: the name. */
  readonly description?: string
  /** The headers of the response, by name. */
  readonly headers?: Readonly<Record<string, Json>>
}

/** Lists cases of one kind. It reads the assumptions that decide whether there are any, and their status. */
type ListCases = (assumptions: Assumptions, declared: Declarations, operation: Operation) => readonly ErrorCase[]

const TEXT_HEADER: Json = { schema: { type: 'string' } }

/** The kinds of responses besides results, in the order in which their descriptions are joined. */
export const errorKinds = {
  redirect(assumptions, { framework }) {
    if (framework.slashAtEnd(assumptions) !== 'redirect') return []
    const headers = { Location: { description: 'The URL without the slash.', ...TEXT_HEADER } }
    return [{ status: 307, name: 'the path ends with a slash', headers }]
  },
  target(assumptions, { framework }) {
    if (!framework.limitsTarget(assumptions)) return []
    const description = 'The path and the query are too long.'
    return [{ status: 414, name: 'path and query too long', description }]
  },
  body(_assumptions, _declared, { body }) {
    if (body === undefined) return []
    return [
      { status: 400, name: 'body is unreadable', description: 'The body cannot be read.' },
      { status: 413, name: 'the body is too large', basis: 'guessed' },
    ]
  },
  credentials(assumptions, { access }, operation): ErrorCase[] {
    if (!needsCredentials(operation)) return []
    const refusals = listRefusals(access.refusals, assumptions)
    if (access.listRequired(assumptions).length === 0) return refusals
    const status = access.statusOf(assumptions)
    const headers = { 'WWW-Authenticate': { description: 'What is required.', ...TEXT_HEADER } }
    const description = 'The credentials are missing.'
    return [{ status, name: MISSING_CREDENTIALS, description, ...(status === 401 && { headers }) }, ...refusals]
  },
  validation(assumptions, declared, { parameters, body }) {
    const { refusesUnknown, errors } = declared.framework
    const isUnknownInvalid = refusesUnknown(assumptions)
    const takesInvalid = listDeclared(parameters, assumptions).some((parameter) =>
      canBeInvalid(declared, parameter, assumptions),
    )
    if (!isUnknownInvalid && !takesInvalid && body === undefined) return []
    const name = body === undefined ? 'a parameter is invalid' : 'the body or a parameter is invalid'
    return [{ status: errors.invalidStatus(assumptions), name }]
  },
  refusal: (assumptions, _declared, { refusals = [] }): ErrorCase[] => listRefusals(refusals, assumptions),
  rate(assumptions, { limitRate }) {
    if (limitRate?.(assumptions) === undefined) return []
    const headers = { 'Retry-After': { description: 'Seconds until the next try.', schema: { type: 'integer' } } }
    return [{ status: 429, name: 'too many requests', description: 'There were too many requests.', headers }]
  },
} as const satisfies Readonly<Record<string, ListCases>>

/** The case of a request without the credentials that it needs. */
export const MISSING_CREDENTIALS = 'credentials are missing'

export function describeCase({ name, description }: ErrorCase): string {
  return description ?? `${capitalize(name)}.`
}
