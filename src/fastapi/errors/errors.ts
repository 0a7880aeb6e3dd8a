// Error responses: their envelopes.

import {
  describeDetail,
  type Failure,
  type FieldIssue,
  INTERNAL_ERROR,
  ServiceError,
  statusTitleOf,
} from '../../engine/contract/operation/failure.ts'
import type { ServiceResponse } from '../../engine/contract/operation/messages.ts'
import { encodeBody } from '../../engine/http/body.ts'
import type { Frozen } from '../../engine/input/schemas/freeze.ts'
import type { Assumptions } from '../assumptions.ts'
import { UnwritableError, writeJson } from '../json/write-json.ts'
import type { ErrorBody, ValidationIssue } from './error-body.ts'
import { limitIssues } from './issue-limits.ts'

/** Creates the error for an invalid request, with as many of its issues as a response lists. */
export function createValidationError(issues: readonly ValidationIssue[], assumptions: Assumptions): ServiceError {
  return new ServiceError({ status: invalidStatusOf(assumptions), detail: limitIssues(issues, assumptions) })
}

export function invalidStatusOf({ validationStatus }: Assumptions): number {
  return Number(validationStatus)
}

/** Builds the error response for a failure, in the service's error format (assumption `errorBody`). */
export function buildErrorResponse(failure: Failure, assumptions: Assumptions): ServiceResponse {
  if (failure.isPlain && assumptions.errorBody === 'fastapi') return toPlain(failure.status, describeDetail(failure))
  const body = writeBody(envelopes[assumptions.errorBody](failure))
  // The framework fails if an error repeats an input that it cannot write, such as NaN.
  if (body === undefined) return toPlain(INTERNAL_ERROR.status, describeDetail(INTERNAL_ERROR))
  return {
    status: failure.status,
    headers: { 'content-type': errorTypeOf(assumptions), ...failure.headers },
    body: encodeBody(body),
  }
}

function toPlain(status: number, text: string): ServiceResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: encodeBody(text) }
}

function writeBody(body: Frozen<ErrorBody<Assumptions['errorBody']>>): string | undefined {
  try {
    return writeJson(body)
  } catch (error) {
    if (error instanceof UnwritableError) return undefined
    throw error
  }
}

export function errorTypeOf({ errorBody }: Assumptions): string {
  return errorBody === 'problem' ? 'application/problem+json' : 'application/json'
}

const envelopes: { readonly [Style in Assumptions['errorBody']]: (failure: Failure) => Frozen<ErrorBody<Style>> } = {
  // Only this framework finds issues, so each has its fields.
  fastapi: ({ detail }) => ({ detail: detail as string | readonly ValidationIssue[] }),
  problem: (failure) => ({
    type: 'about:blank',
    title: statusTitleOf(failure.status),
    status: failure.status,
    detail: describeDetail(failure),
    ...(typeof failure.detail === 'string' ? {} : { errors: failure.detail.map(toProblemError) }),
  }),
  message: (failure) => ({
    error: { code: statusTitleOf(failure.status).toLowerCase().replaceAll(' ', '_'), message: describeDetail(failure) },
  }),
}

function toProblemError({ loc, msg }: FieldIssue) {
  return { location: loc.join('.'), detail: msg }
}
