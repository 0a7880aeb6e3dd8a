// The failures of requests: what a service responds instead of a result, and the refusals that it declares.

import type { Assumptions, OfAssumptions } from '../../define/assumptions/assumptions.ts'
import { type Basis, type BasisOfParts, basisOf } from '../../define/basis.ts'
import { NoRoomError } from '../../input/options/option-error.ts'

/** One issue of a parameter or of a field in a body. A framework adds fields of its own. */
export interface FieldIssue {
  /** Which rule is broken, in the words of the framework. */
  readonly type: string
  /** Where: the part of the request, and the names and numbers that lead to the field. */
  readonly loc: readonly (string | number)[]
  readonly msg: string
}

/** How an error response begins. */
interface FailureHead {
  status: number
  headers?: Readonly<Record<string, string>>
}

/** The error response to a request, before it is written. */
export interface Failure extends FailureHead {
  detail: string | readonly FieldIssue[]
  /** What is wrong with single fields, besides a detail in words. Default: nothing is said. */
  fields?: readonly FieldIssue[]
  /** Whether it is from below the framework, or because the framework fails: both write plain text. */
  isPlain?: true
}

/** The response to an unexpected error in the simulator. */
export const INTERNAL_ERROR: Failure = { status: 500, detail: 'Internal Server Error' }

/** The response to what is no valid HTTP. */
export const INVALID_HTTP: Failure = { status: 400, detail: 'Invalid HTTP request received.', isPlain: true }

/** The response to a request that exceeds the rate limit; the client may try again after some seconds. */
export function buildRateFailure(seconds: number): Failure {
  return { status: 429, detail: 'Too Many Requests', headers: { 'retry-after': String(seconds) } }
}

/** The status and headers for a request that there is no room for: 503 if waiting may help, and 507 otherwise. */
export function describeNoRoom({ retryAfter }: NoRoomError): FailureHead {
  return retryAfter === undefined ? { status: 507 } : { status: 503, headers: { 'retry-after': String(retryAfter) } }
}

/** A failure that a service declares as a refusal. The assumptions decide its status. */
export interface Refused {
  readonly detail: Failure['detail']
  readonly fields?: readonly FieldIssue[]
  readonly refusal: Refusal
}

const BRAND = Symbol.for('deploymock.failure')

/** Thrown to end a request with a failure. */
export class ServiceError extends Error {
  // A service may be declared with another copy of the package than the one that simulates it.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value
  }

  readonly [BRAND] = true
  readonly failure: Failure | Refused

  constructor(failure: Failure | Refused) {
    super(describeDetail(failure))
    this.failure = failure
  }
}

/**
 * Rejects a request.
 *
 * @param values what the text of the refusal mentions
 * @throws ServiceError
 * @example
 * if (book === undefined) refuse(unknownBook, id)
 */
export function refuse<Values extends readonly unknown[]>(refusal: Refusal<Values>, ...values: Values): never {
  throw new ServiceError({ refusal: refusal as Refusal, detail: textOf(refusal, ...values) })
}

/** Returns the failure that an operation has thrown. An error that nobody expects is printed, and its client not told why. */
export function toFailure(error: unknown, assumptions: Assumptions): Failure {
  if (error instanceof ServiceError) return readFailure(error, assumptions)
  if (error instanceof NoRoomError) return { ...describeNoRoom(error), detail: error.message }
  console.error(error)
  return INTERNAL_ERROR
}

function readFailure({ failure }: ServiceError, assumptions: Assumptions): Failure {
  if (!('refusal' in failure)) return failure
  const status = refusalStatusOf(failure.refusal, assumptions) ?? INTERNAL_ERROR.status
  return { ...(failure.fields && { fields: failure.fields }), status, detail: failure.detail }
}

/** Returns where a declared refusal is known from; undefined for any other failure. */
export function basisOfRefusal(failure: object, ofOperation: BasisOfParts | undefined): Basis | undefined {
  const operation = basisOf(ofOperation, 'path')
  if (operation === undefined || !('refusal' in failure)) return undefined
  const { basis = 'guessed' } = failure.refusal as Refusal
  return typeof basis === 'function' ? basis(operation) : basis
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
}

export function statusTitleOf(status: number): string {
  return titles[status] ?? (status < 500 ? 'Client Error' : 'Server Error')
}

export function describeDetail({ detail }: Failure | Refused): string {
  if (typeof detail === 'string') return detail
  return detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
}

/** A reason to reject a request. Coverage, documents and responses follow from its declaration. */
export interface Refusal<Values extends readonly unknown[] = readonly never[]> {
  /** A short description, for coverage and for documents. */
  readonly name: string
  /** The status; undefined if there is no such refusal under these assumptions. */
  readonly status: number | OfAssumptions<number | undefined>
  /** What the response says about a request. */
  readonly text: string | ((...values: Values) => string)
  /** Where it is known from. Default: it is a guess, if its operation says where that is known from. */
  readonly basis?: Basis | ((operation: Basis) => Basis)
}

/** The refusals of an operation, or how assumptions decide which ones it has. */
export type Refusals<Known = Assumptions> = readonly Refusal[] | OfAssumptions<readonly Refusal[], Known>

/**
 * Defines a refusal. The parameters of its text determine what `refuse` takes.
 *
 * @example
 * const unknownBook = defineRefusal({ name: 'unknown book', status: 404, text: (id: string) => `No book ${id}.` })
 */
export function defineRefusal<const Values extends readonly unknown[] = []>(refusal: Refusal<Values>): Refusal<Values> {
  return refusal
}

export function textOf<Values extends readonly unknown[]>({ text }: Refusal<Values>, ...values: Values): string {
  return typeof text === 'string' ? text : text(...values)
}

/** Returns the status of a refusal; undefined if there is no such refusal under these assumptions. */
function refusalStatusOf({ status }: Refusal, assumptions: Assumptions): number | undefined {
  return typeof status === 'number' ? status : status(assumptions)
}

export function isRefused(refusal: Refusal, assumptions: Assumptions): boolean {
  return refusalStatusOf(refusal, assumptions) !== undefined
}

interface ListedRefusal {
  readonly refusal: Refusal
  readonly name: string
  readonly status: number
}

export function listRefusals(refusals: Refusals, assumptions: Assumptions): ListedRefusal[] {
  const listed = typeof refusals === 'function' ? refusals(assumptions) : refusals
  return listed.flatMap((refusal) => {
    const status = refusalStatusOf(refusal, assumptions)
    return status === undefined ? [] : [{ refusal, name: refusal.name, status }]
  })
}
