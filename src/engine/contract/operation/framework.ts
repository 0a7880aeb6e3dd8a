// What a framework declares: how it reads requests and writes errors.

import type * as z from 'zod'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import type { Method } from '../../http/operation-declaration.ts'
import type { Query } from '../../http/route-table.ts'
import type { Access } from './access.ts'
import type { Failure, FieldIssue } from './failure.ts'
import type { ServiceRequest, ServiceResponse } from './messages.ts'
import type { Operation, ParsedRequest } from './operation.ts'
import type { Choices, Parameters, ParameterValues } from './value.ts'

/** The values of each name in the path and in the query of a request. */
export interface GivenParameters {
  readonly path: Readonly<Record<string, string>>
  readonly query: Query
}

/** A valid request, in the form that an operation gets. */
export interface ValidRequest extends ParsedRequest<ParameterValues<Parameters>> {
  /** The body with numbers as the framework has them. */
  readonly exactBody: unknown
}

export interface ReadOptions<Known extends Assumptions = Assumptions> {
  readonly assumptions: Known
  readonly access: Access
  /** Is told the parameters if they are valid. */
  readonly onValues?: (values: ValidRequest['values']) => void
  /** Is told each text of a body that must be one of several. */
  readonly onChoice?: ((path: string, text: string, rule: Choices) => void) | undefined
}

/**
 * How the framework of a service reads requests and writes errors. What it leaves open is a function of the assumptions,
 * which reads only those that decide it: so the engine knows what a response depends on, and names no question.
 */
export interface Framework<Known extends Assumptions = Assumptions> {
  /** Checks a request before its operation is found. @throws ServiceError if its path and query are too long */
  assertTarget(request: ServiceRequest, assumptions: Known): void
  /** Whether a path and a query can be too long, as far as that is a response of the service. */
  limitsTarget(assumptions: Known): boolean
  /** What a known path with a slash at its end gets: a redirect, the response without the slash, or 404. */
  slashAtEnd(assumptions: Known): 'redirect' | 'same' | '404'
  /** Whether HEAD works where GET does. */
  answersHead(assumptions: Known): boolean
  /** The status of a request whose path only other methods have. */
  otherMethodStatus(assumptions: Known): 404 | 405
  /** Lists the methods that such a response allows, given those of the path in the order of the contract. */
  listAllowed(methods: readonly Method[]): readonly Method[]
  /** Whether a path wins over one with more placeholders that is declared before. Otherwise the first one wins. */
  readonly prefersLiterals?: true
  /** Whether an encoded slash is a part of a value in the path. Otherwise it is a slash. */
  readonly keepsEncodedSlashes?: true
  /** Whether a parameter that is an empty text is invalid. */
  refusesEmpty(assumptions: Known): boolean
  /** Whether a request with an unknown parameter is invalid. */
  refusesUnknown(assumptions: Known): boolean
  /** Whether pages of other origins may call the service. */
  allowsOtherOrigins(assumptions: Known): boolean
  /** Whether a server decompresses bodies. */
  inflatesBodies(assumptions: Known): boolean
  /** Reads a request of an operation. Valid parameters are told also if the body is invalid. @throws ServiceError */
  readRequest(
    request: ServiceRequest,
    match: { readonly operation: Operation; readonly pathValues: GivenParameters['path'] },
    options: ReadOptions<Known>,
  ): ValidRequest
  /** Parses the parameters of a request: their values, or all their issues. */
  readParameters(
    declared: Parameters,
    received: GivenParameters,
    assumptions: Known,
  ): { readonly values: ParameterValues<Parameters> } | { readonly issues: readonly FieldIssue[] }
  writeFailure(failure: Failure, assumptions: Known): ServiceResponse
  /** The form of error responses, for documents. */
  readonly errors: {
    /** The questions that decide how errors are written. */
    readonly decidedBy: readonly string[]
    contentTypeOf(assumptions: Known): string
    invalidStatus(assumptions: Known): number
    schemaOf(assumptions: Known): z.ZodType
    /** What issues say of a parameter, by their types, such as `is too small`. Default: the type. */
    readonly issueWords: Readonly<Record<string, string>>
    /** The schema of an issue, which is listed by the name `ValidationError`. */
    readonly issueSchema: z.ZodType
  }
  /** Whether fields without a value are null in responses. Otherwise they are absent. */
  writesNulls(assumptions: Known): boolean
  /** How timestamps are spelled in responses, as a pattern. */
  timestampPatternOf(assumptions: Known): string
}
