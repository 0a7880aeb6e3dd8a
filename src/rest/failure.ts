// Refused requests: what is wrong, and how it is written.

import {
  type Failure as EngineFailure,
  type FieldIssue,
  INTERNAL_ERROR,
  ServiceError,
} from '../engine/contract/operation/failure.ts'
import {
  describeProblem,
  NoRoomError,
  OptionError,
  ProblemError,
  TakenError,
} from '../engine/input/options/option-error.ts'
import { type Fields, isRecord } from '../engine/input/schemas/schema-walk.ts'
import { showLines } from '../engine/input/text/quote.ts'
import { showValue } from '../engine/input/text/show-value.ts'
import { splitName } from '../engine/input/text/words.ts'
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

/** @throws ServiceError if PATCH that changes nothing is invalid */
export function refuseNoChange(answers: CommonAnswers, findStatus: (answers: CommonAnswers) => number): void {
  if (answers.emptyPatch === 'refused') refuseWith(findStatus(answers), 'The request changes nothing')
}

/** Creates what tells the status of invalid input. Default: 422. */
export function createInvalidStatus(declared = 422) {
  return ({ validationStatus }: CommonAnswers): number => {
    if (validationStatus === 'status400') return 400
    return validationStatus === 'status422' ? 422 : declared
  }
}

/** What a request has sent. */
interface SentParts {
  readonly path: unknown
  readonly values: unknown
  readonly body: unknown
}

/**
 * Runs a function of a declaration. If a record cannot have what the request gives for it, the request is invalid.
 *
 * @throws ServiceError then; whatever the function throws otherwise
 */
export function refuseGiven<Result>(sent: SentParts, run: () => Result, findStatus: () => number): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof TakenError && isRecord(sent.body) && 'id' in sent.body)
      refuseWith(409, 'The id is taken', [{ field: 'id' }])
    const isOfRecord = error instanceof OptionError && !(error instanceof NoRoomError) && 'given' in error
    const issues = isOfRecord ? findSent(error.issues, error.given as Fields, sent) : []
    if (issues.length > 0) refuseWith(findStatus(), 'The request is invalid', issues)
    throw error
  }
}

/** Finds what a request has sent of what is wrong with a record. Anything else is a mistake in the declaration: none. */
function findSent(issues: OptionError['issues'], given: Fields, { path, values, body }: SentParts): Partial<Issue>[] {
  const sent = [...listSent('query', values), ...listSent('path', path), ...listSent('body', body)]
  const find = (names: readonly string[], value: unknown) => sent.find((each) => isSame(each, names, value))
  const found = issues.map(({ path: field, message: described, rule: message = described }): Partial<Issue>[] => {
    const names = field.split(/[.[\]]+/)
    const isGiven = Object.hasOwn(given, names[0] ?? '')
    // What was built is only wrong beside what was sent: worlds have such records.
    if (!isGiven) {
      const isBeside = Object.entries(given).some(([name, each]) => find([name], each) !== undefined)
      return isBeside ? [{ field, message }] : []
    }
    // The value, or the object or the list that it is a part of.
    for (let length = names.length; length > 0; length -= 1) {
      const value = names.slice(0, length).reduce<unknown>((part, name) => Object(part)[name], given)
      const found = find(names.slice(0, length), value)
      const inner = names.slice(length).map((name) => (/^\d+$/.test(name) ? Number(name) : name))
      if (found !== undefined) return [{ in: found.in, field: writePath([...found.path, ...inner]), message }]
    }
    return []
  })
  return found.every(({ length }) => length > 0) ? found.flat() : []
}

/** A value of a request, and where it stands. */
interface SentValue {
  readonly in: Issue['in']
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/** Lists the values of a part of a request, also those that others are a part of. */
function listSent(place: Issue['in'], value: unknown, path: SentValue['path'] = []): readonly SentValue[] {
  const own = path.length === 0 || value === undefined ? [] : [{ in: place, path, value }]
  if (typeof value !== 'object' || value === null) return own
  const inner = Object.entries(value).flatMap(([name, each]) =>
    listSent(place, each, [...path, Array.isArray(value) ? Number(name) : name]),
  )
  return [...own, ...inner]
}

// Shorter texts, numbers and truth values may be equal by chance.
const TELLING_LENGTH = 8

/** Whether a value of a record is one that was sent: the same object, or an equal value with a name like that. */
function isSame({ path, value }: SentValue, names: readonly string[], found: unknown): boolean {
  if (typeof found === 'object' && found !== null) return value === found
  if (typeof value === 'object' || String(value) !== String(found)) return false
  if (String(found).length >= TELLING_LENGTH) return true
  const [sent, own] = [wordsIn(path), wordsIn(names)]
  return sent.every((word) => own.includes(word)) || own.every((word) => sent.includes(word))
}

/** The words of the last name in a path: `user_id` and `userId` have the same. */
function wordsIn(path: SentValue['path']): readonly string[] {
  const name = path.findLast((part) => typeof part === 'string' && !/^\d+$/.test(part)) ?? ''
  const words = splitName(String(name))
  return words.length > 0 ? words : ['']
}

/** An error in a declaration becomes a failure with its message, because its author reads it. */
export function explainError(attempt: string, error: unknown): unknown {
  if (error instanceof ServiceError || error instanceof NoRoomError) return error
  // What a view threw is the cause of an error that names its resource.
  const thrown = error instanceof Error && error.cause instanceof Error ? error.cause : error
  console.error(thrown instanceof Error ? showLines(String(thrown.stack)) : thrown)
  const message = error instanceof Error ? error.message : String(error)
  const detail = error instanceof ProblemError ? message : describeProblem({ attempt, received: message })
  return new ServiceError({ status: INTERNAL_ERROR.status, detail })
}

/** @throws ProblemError if what a function chooses is not there */
export function assertOneOf(what: string, chosen: unknown, names: readonly string[]): void {
  if (!names.includes(chosen as string))
    throw new ProblemError({
      attempt: `choose ${what}`,
      received: `it is ${showValue(chosen)}`,
      advice: `Allowed: ${names.join(', ') || 'none'}.`,
    })
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
export function fromEngineFailure({ status, detail, fields }: EngineFailure): Failure {
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
