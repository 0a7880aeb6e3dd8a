// Refused requests: what is wrong, and how it is written.

import {
  type Failure as EngineFailure,
  type FieldIssue,
  ServiceError,
  statusTitleOf,
} from '../engine/contract/operation/failure.ts'
import { NoRoomError, OptionError, TakenError } from '../engine/input/options/option-error.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import type { CommonAnswers } from './common-questions.ts'

/** What is wrong with a part of a request. */
export interface Issue {
  /** The part of the request. */
  readonly in: 'path' | 'query' | 'header' | 'body'
  /** The field, with dots and brackets as a person writes it: `items[0].price`. */
  readonly field: string
  /** `missing`, `invalid` or `unknown`, or what `refuse` was given. */
  readonly code: string
  /** What is wrong, in words. */
  readonly message: string
}

/** Why a request is refused. */
export interface Failure {
  /** The status of the response. */
  readonly status: number
  /** What is wrong, in words. */
  readonly message: string
  /** What is wrong with single fields. */
  readonly issues: readonly Issue[]
}

/** Refuses a request. @throws ServiceError */
export function refuseWith(status: number, message: string, issues: readonly Partial<Issue>[] = []): never {
  const fields = issues.map((issue): FieldIssue => {
    const { in: place = 'body', field = '', code = 'invalid', message: msg = message } = issue
    return { type: code, loc: [place, field], msg }
  })
  throw new ServiceError({ status, detail: message, ...(fields.length > 0 && { fields }) })
}

/** Returns the status with which an operation refuses, if it says this one. */
export function refusalStatusOf(status: number, { missingRecord }: CommonAnswers): number {
  return status === 404 && missingRecord === 'status403' ? 403 : status
}

/** Creates what tells the status of invalid input. Default: 422. */
export function createInvalidStatus(declared = 422) {
  return ({ validationStatus }: CommonAnswers): number => {
    if (validationStatus === 'status400') return 400
    return validationStatus === 'status422' ? 422 : declared
  }
}

/**
 * Runs a function of a declaration. If a record cannot have what the body gives for it, the request is invalid.
 *
 * @throws ServiceError then; whatever the function throws otherwise
 */
export function refuseGiven<Result>(body: unknown, run: () => Result, findStatus: () => number): Result {
  try {
    return run()
  } catch (error) {
    const given = isRecord(body) ? ['', ...Object.keys(body)] : []
    if (!(error instanceof OptionError) || error instanceof NoRoomError) throw error
    if (error instanceof TakenError && given.includes('id')) refuseWith(409, 'The id is taken', [{ field: 'id' }])
    const issues = error.issues.map(({ path: field, message }) => ({ field, message }))
    // What the body does not give is a mistake in the declaration.
    if (issues.length === 0 || !issues.every(({ field }) => given.includes(field.split(/[.[]/)[0] ?? ''))) throw error
    return refuseWith(findStatus(), 'The request is invalid', issues)
  }
}

/** Runs a function. If it refuses with 404, questions may put something else in its place. */
export function orInstead<Result>(
  run: () => Result,
  answers: CommonAnswers,
  findOther: () => Result | undefined,
): Result {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof ServiceError && 'status' in error.failure && error.failure.status === 404)) throw error
    const other = findOther()
    if (other !== undefined) return other
    throw new ServiceError({ ...error.failure, status: refusalStatusOf(404, answers) })
  }
}

/** Reads a failure of the engine as one that an API writes. */
export function readFailure({ status, detail, fields }: EngineFailure): Failure {
  const listed = typeof detail === 'string' ? (fields ?? []) : detail
  const issues = listed.map(({ type, loc: [place, ...path], msg }): Issue => {
    return { in: place as Issue['in'], field: writePath(path), code: type, message: msg }
  })
  return { status, message: typeof detail === 'string' ? detail : 'The request is invalid', issues }
}

/** Writes a path as a person does: `items[0].price`. */
function writePath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? part : `${text}.${part}`
  }, '')
}

/** A failure as problem details (RFC 9457), with what is wrong with each field. */
export function toProblem({ status, message, issues }: Failure): object {
  const errors = issues.map(({ in: place, field, code, message: detail }) => ({ in: place, field, code, detail }))
  const problem = { type: 'about:blank', title: statusTitleOf(status), status, detail: message }
  return errors.length === 0 ? problem : { ...problem, errors }
}
