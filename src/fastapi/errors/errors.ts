// Failures and their envelopes.

import type { Assumptions } from '../../engine/assumptions/assumptions.ts'
import type { ServiceResponse } from '../../engine/define/messages.ts'
import { encodeText } from '../../engine/http/body.ts'
import type { NoRoomError } from '../../engine/input/options/option-error.ts'
import type { Frozen } from '../../engine/input/schemas/freeze.ts'
import { UnwritableError, writeJson } from '../json/write-json.ts'
import type { ErrorBody } from './error-body.ts'
import { limitIssues } from './issue-limits.ts'
import type { ValidationError } from './validation-error.ts'

/** The error response to a request, before it is written. */
export interface Failure {
  status: number
  detail: string | readonly ValidationError[]
  headers?: Readonly<Record<string, string>>
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

/** Thrown to end a request with a failure. */
export class ServiceError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(describeDetail(failure))
    this.failure = failure
  }
}

/** Creates the error for an invalid request, with as many of its issues as a response lists. */
export function createValidationError(issues: readonly ValidationError[], assumptions: Assumptions): ServiceError {
  return new ServiceError({ status: Number(assumptions.validationStatus), detail: limitIssues(issues, assumptions) })
}

/** Builds the error response for a failure, in the service's error format (assumption `errorBody`). */
export function buildErrorResponse(failure: Failure, assumptions: Assumptions): ServiceResponse {
  const body = writeBody(envelopes[assumptions.errorBody](failure))
  if (body === undefined) return UNWRITABLE
  return {
    status: failure.status,
    headers: { 'content-type': errorTypeOf(assumptions), ...failure.headers },
    body: encodeText(body),
  }
}

// The real service's framework fails in this way if an error repeats an input that it cannot write, such as NaN.
const UNWRITABLE: ServiceResponse = {
  status: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: encodeText('Internal Server Error'),
}

function writeBody(body: Frozen<ErrorBody<Assumptions['errorBody']>>): string | undefined {
  try {
    return writeJson(body)
  } catch (error) {
    if (error instanceof UnwritableError) return undefined
    throw error
  }
}

/** The content type of errors. */
export function errorTypeOf({ errorBody }: Assumptions): string {
  return errorBody === 'problem' ? 'application/problem+json' : 'application/json'
}

const envelopes: { readonly [Style in Assumptions['errorBody']]: (failure: Failure) => Frozen<ErrorBody<Style>> } = {
  fastapi: ({ detail }) => ({ detail }),
  problem: (failure) => ({
    type: 'about:blank',
    title: titleOf(failure.status),
    status: failure.status,
    detail: describeDetail(failure),
    ...(typeof failure.detail === 'string' ? {} : { errors: failure.detail.map(toProblemError) }),
  }),
  message: (failure) => ({
    error: { code: titleOf(failure.status).toLowerCase().replaceAll(' ', '_'), message: describeDetail(failure) },
  }),
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
export function titleOf(status: number): string {
  return titles[status] ?? (status < 500 ? 'Client Error' : 'Server Error')
}

function toProblemError({ loc, msg }: ValidationError) {
  return { location: loc.join('.'), detail: msg }
}

function describeDetail({ detail }: Failure): string {
  if (typeof detail === 'string') return detail
  return detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
}
