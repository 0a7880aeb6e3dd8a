// A plain REST framework: reads parameters and bodies by their schemas, and writes errors as the API declares.

import * as z from 'zod'
import { ServiceError } from '../engine/contract/operation/failure.ts'
import type { Framework } from '../engine/contract/operation/framework.ts'
import type { ServiceRequest } from '../engine/contract/operation/messages.ts'
import { bodyModelOf, needsCredentials, type Operation } from '../engine/contract/operation/operation.ts'
import type { Assumptions } from '../engine/define/assumptions/assumptions.ts'
import { encodeBody } from '../engine/http/body.ts'
import { parseQuery } from '../engine/http/query.ts'
import { type Dialect, locateInText, parseJson, STRICT } from '../engine/input/json/parse-json.ts'
import type { CommonAnswers } from './common-questions.ts'
import { type Failure, readFailure, toProblem } from './failure.ts'
import { parseForm } from './form.ts'
import { readParameters } from './read-parameters.ts'
import { readTexts, readValue } from './read-texts.ts'

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
  const write = (failure: Failure, answers: CommonAnswers): unknown =>
    isProblem(answers) || own === undefined ? toProblem(failure) : own(failure)
  return {
    assertTarget: assertTargetSize,
    limitsTarget: ({ requestSize }: CommonAnswers) => requestSize === 'proxy',
    slashAtEnd: ({ trailingSlash = 'notFound' }: CommonAnswers) =>
      trailingSlash === 'notFound' ? '404' : trailingSlash,
    answersHead: ({ headRequests }: CommonAnswers) => headRequests !== 'refused',
    otherMethodStatus: ({ methodNotAllowed }: CommonAnswers) => (methodNotAllowed === 'status404' ? 404 : 405),
    listAllowed: (methods) => [...new Set(methods)],
    keepsEncodedSlashes: true,
    refusesEmpty: ({ emptyFilter }: CommonAnswers) => emptyFilter === 'refused',
    refusesUnknown: ({ unknownParameter }: CommonAnswers) => unknownParameter === 'refused',
    allowsOtherOrigins: ({ crossOrigin }: CommonAnswers) => crossOrigin !== 'none',
    inflatesBodies: ({ bodyEncoding }: CommonAnswers) => bodyEncoding !== 'asSent',
    readRequest(request, { operation, pathValues }, { assumptions, access, onValues }) {
      assertBodySize(request, assumptions)
      if (needsCredentials(operation)) access.assert(request, assumptions)
      const query = parseQuery(request.query)
      const read = readParameters(operation.parameters, { path: pathValues, query }, assumptions)
      if ('values' in read) onValues?.(read.values)
      const body = readBody(request, operation, assumptions)
      const issues = [read, body].flatMap((each) => ('issues' in each ? each.issues : []))
      if (!('values' in read && 'value' in body))
        throw new ServiceError({ status: invalidStatusOf(assumptions), detail: issues })
      return { values: read.values, query, body: body.value, exactBody: body.value }
    },
    readParameters,
    writeFailure(failure, assumptions: CommonAnswers) {
      const { status, headers = {} } = failure
      const isWritten = assumptions.errorBody !== 'none'
      const body = encodeBody(isWritten ? (JSON.stringify(write(readFailure(failure), assumptions)) ?? '') : '')
      const type = body.length > 0 ? { 'content-type': contentTypeOf(assumptions) } : undefined
      return { status, headers: { ...type, ...headers }, body }
    },
    errors: {
      decidedBy: ['errorBody'],
      invalidStatus: invalidStatusOf,
      contentTypeOf,
      schemaOf: (answers: CommonAnswers) => (isProblem(answers) ? problemSchema : z.unknown()),
      issueWords: { missing: 'is missing', invalid: 'is invalid', unknown: 'is unknown' },
      issueSchema,
    },
    writesNulls: ({ optionalFields }: CommonAnswers) => optionalFields !== 'absent',
    timestampPatternOf: () => '',
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

function readBody(
  request: ServiceRequest,
  operation: Operation,
  assumptions: Assumptions,
): ReturnType<typeof readValue> {
  const model = bodyModelOf(operation, assumptions)
  if (model?.schema === undefined) return { value: null }
  const text = decode(request.body)
  if (model.mediaType !== undefined) {
    const form = parseForm(text)
    if (form === undefined)
      throw new ServiceError({ status: 400, detail: 'The form has too many values, or nests too deeply' })
    return readTexts(model.schema, form, 'body')
  }
  return readValue(model.schema, text === '' ? undefined : parse(text), 'body')
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new ServiceError({ status: 400, detail: 'The body is not UTF-8' })
  }
}

// A schema describes each value that is wrong, and walks through them with the call stack.
const MOST_VALUES = 25_000
const DIALECT: Dialect = { ...STRICT, levels: 200 }

function parse(text: string): unknown {
  const parsed = parseJson(text, DIALECT, { values: MOST_VALUES })
  if ('value' in parsed) return parsed.value
  if ('tooMany' in parsed) {
    throw new ServiceError({ status: 413, detail: `The body has more than ${MOST_VALUES} values` })
  }
  const { line, column, message } = locateInText(text, parsed.error)
  throw new ServiceError({ status: 400, detail: `The body is not JSON: ${message} at line ${line}, column ${column}` })
}
