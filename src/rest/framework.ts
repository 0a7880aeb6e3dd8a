// A plain REST framework: reads parameters and bodies by their schemas, and writes errors as the API declares.

import * as z from 'zod'
import { ServiceError, statusTitleOf } from '../engine/contract/operation/failure.ts'
import type { Framework } from '../engine/contract/operation/framework.ts'
import type { ServiceRequest } from '../engine/contract/operation/messages.ts'
import { needsCredentials } from '../engine/contract/operation/operation.ts'
import { encodeBody, writeJsonOf } from '../engine/http/body.ts'
import { parseQuery } from '../engine/http/route-table.ts'
import type { CommonAnswers } from './common-questions.ts'
import { explainError, type Failure, fromEngineFailure } from './failure.ts'
import { readBody } from './read-body.ts'
import { readParameters } from './read-parameters.ts'
import { describeValues } from './viewed.ts'

export interface FrameworkOptions {
  /** How an error is written. */
  readonly error?: ((failure: Failure) => unknown) | undefined
  invalidStatusOf(answers: CommonAnswers): number
}

const PROBLEM = 'application/problem+json'

/** Creates the framework of an API. What it leaves open are the common questions, as far as the API asks them. */
export function createFramework({ error: own, invalidStatusOf }: FrameworkOptions): Framework {
  const isProblem = ({ errorBody }: CommonAnswers): boolean => errorBody === 'problem' || own === undefined
  const contentTypeOf = (answers: CommonAnswers): string => (isProblem(answers) ? PROBLEM : 'application/json')
  const write = (failure: Failure, answers: CommonAnswers): string => {
    if (isProblem(answers) || own === undefined) return JSON.stringify(toProblem(failure))
    try {
      return writeJsonOf('an error', own(failure))
    } catch (error) {
      // Whoever waits for the response gets one all the same.
      console.error('Failed to write an error with "error" of the API.', error)
      return JSON.stringify(toProblem(failure))
    }
  }
  return {
    assertTarget: assertTargetSize,
    limitsTarget: ({ requestSize }: CommonAnswers) => requestSize === 'proxy',
    slashAtEnd: ({ trailingSlash = 'notFound' }: CommonAnswers) =>
      trailingSlash === 'notFound' ? '404' : trailingSlash,
    answersHead: ({ headRequests }: CommonAnswers) => headRequests !== 'refused',
    otherMethodStatus: ({ methodNotAllowed }: CommonAnswers) => (methodNotAllowed === 'status404' ? 404 : 405),
    listAllowed: (methods) => [...new Set(methods)],
    keepsEncodedSlashes: true,
    prefersLiterals: true,
    refusesEmpty: ({ emptyFilter }: CommonAnswers) => emptyFilter === 'refused',
    refusesUnknown: ({ unknownParameter }: CommonAnswers) => unknownParameter === 'refused',
    allowsOtherOrigins: ({ crossOrigin }: CommonAnswers) => crossOrigin !== 'none',
    inflatesBodies: ({ bodyEncoding }: CommonAnswers) => bodyEncoding !== 'asSent',
    readRequest(request, { operation, pathValues }, { assumptions, access, onValues }) {
      assertBodySize(request, assumptions)
      if (needsCredentials(operation)) access.assert(request, assumptions)
      const query = parseQuery(request.query)
      const attempt = <Result>(act: () => Result): Result => {
        try {
          return act()
        } catch (error) {
          throw explainError(`read a request for ${operation.name} with its schemas`, error)
        }
      }
      const read = attempt(() => readParameters(operation.parameters, { path: pathValues, query }, assumptions))
      if ('values' in read) onValues?.(read.values)
      const body = attempt(() => readBody(request, operation, assumptions))
      const issues = [read, body].flatMap((each) => ('issues' in each ? each.issues : []))
      if (!('values' in read && 'value' in body))
        throw new ServiceError({ status: invalidStatusOf(assumptions), detail: issues })
      return { values: read.values, query, body: body.value, exactBody: body.value }
    },
    readParameters(...given) {
      try {
        return readParameters(...given)
      } catch {
        // Requests are told what a schema throws. Nobody else can read them.
        return { issues: [] }
      }
    },
    writeFailure(failure, assumptions: CommonAnswers) {
      const { status, headers = {} } = failure
      const isWritten = assumptions.errorBody !== 'none'
      const body = encodeBody(isWritten ? write(fromEngineFailure(failure), assumptions) : '')
      const type = body.length > 0 ? { 'content-type': contentTypeOf(assumptions) } : undefined
      return { status, headers: { ...type, ...headers }, body }
    },
    errors: {
      decidedBy: ['errorBody'],
      invalidStatus: invalidStatusOf,
      contentTypeOf,
      schemaOf: (answers: CommonAnswers) => (isProblem(answers) ? problemSchema : describeOwn(own)),
      issueWords: { missing: 'is missing', invalid: 'is invalid', unknown: 'is unknown' },
      issueSchema,
    },
    writesNulls: ({ optionalFields }: CommonAnswers) => optionalFields !== 'absent',
    timestampPatternOf: () => '',
  }
}

/** A failure as problem details (RFC 9457), with what is wrong with each field. */
function toProblem({ status, message, issues }: Failure): object {
  const errors = issues.map(({ in: place, field, code, message: detail }) => ({ in: place, field, code, detail }))
  const problem = { type: 'about:blank', title: statusTitleOf(status), status, detail: message }
  return errors.length === 0 ? problem : { ...problem, errors }
}

const SOME_FAILURES: readonly Failure[] = [
  { status: 404, message: 'It is not there', issues: [] },
  {
    status: 422,
    message: 'The request is invalid',
    issues: [{ in: 'body', field: 'name', code: 'missing', message: 'It is missing' }],
  },
]

/** Describes errors of a form of their own by what some failures become. */
function describeOwn(own: FrameworkOptions['error']): z.ZodType {
  try {
    return describeValues(SOME_FAILURES.map((failure) => JSON.parse(writeJsonOf('an error', own?.(failure)))))
  } catch {
    // Whoever gets such an error is told.
    return z.unknown()
  }
}

const KIBIBYTE = 1024

function assertTargetSize({ path, query }: ServiceRequest, { requestSize }: CommonAnswers): void {
  if (requestSize !== 'proxy' || path.length + query.length < 8 * KIBIBYTE) return
  throw new ServiceError({ status: 414, detail: 'The path and the query are too long' })
}

function assertBodySize({ body }: ServiceRequest, { requestSize }: CommonAnswers): void {
  if (requestSize !== 'proxy' || body.length <= KIBIBYTE * KIBIBYTE) return
  throw new ServiceError({ status: 413, detail: 'The body is too large' })
}

const issueSchema = z.strictObject({
  in: z.string().describe('The part of the request.'),
  field: z.string().describe('The field.'),
  code: z.string().describe('What is wrong with it, for programs.'),
  detail: z.string().describe('What is wrong with it.'),
})

const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(issueSchema).optional(),
})
