// The failures of requests: what a service responds instead of a result.

import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import type { NoRoomError } from '../../input/options/option-error.ts'
import { type Refusal, refusalStatusOf, textOf } from './refusal.ts'

/** One issue of a parameter or of a field in a body. A framework adds fields of its own. */
export interface FieldIssue {
  /** Which rule is broken, in the words of the framework. */
  readonly type: string
  /** Where: the part of the request, and the names and numbers that lead to the field. */
  readonly loc: readonly (string | number)[]
  readonly msg: string
}

/** The error response to a request, before it is written. */
export interface Failure {
  status: number
  detail: string | readonly FieldIssue[]
  headers?: Readonly<Record<string, string>>
  /** Whether it is from below the framework, or because the framework fails: both write plain text. */
  isPlain?: true
}

/** The response to an unexpected error in the simulator. */
export const INTERNAL_ERROR: Failure = { status: 500, detail: 'Internal Server Error' }

/** The response to a request that exceeds the rate limit; the client may try again after some seconds. */
export function buildRateFailure(seconds: number): Failure {
  return { status: 429, detail: 'Too Many Requests', headers: { 'retry-after': String(seconds) } }
}

/** The status and headers for a request that there is no room for: 503 if waiting may help, and 507 otherwise. */
export function describeNoRoom({ retryAfter }: NoRoomError): Pick<Failure, 'headers'> & { status: number } {
  return retryAfter === undefined ? { status: 507 } : { status: 503, headers: { 'retry-after': String(retryAfter) } }
}

/** A failure that a service declares as a refusal. The assumptions decide its status. */
export interface Refused {
  readonly detail: Failure['detail']
  readonly refusal: Refusal
}

/** Thrown to end a request with a failure. */
export class ServiceError extends Error {
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

/** Returns the failure of an error under these assumptions. */
export function readFailure({ failure }: ServiceError, assumptions: Assumptions): Failure {
  if (!('refusal' in failure)) return failure
  const status = refusalStatusOf(failure.refusal, assumptions) ?? INTERNAL_ERROR.status
  return { status, detail: failure.detail }
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

/** The name of a status. */
export function statusTitleOf(status: number): string {
  return titles[status] ?? (status < 500 ? 'Client Error' : 'Server Error')
}

/** Returns the detail of a failure as a text. */
export function describeDetail({ detail }: Failure | Refused): string {
  if (typeof detail === 'string') return detail
  return detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
}
