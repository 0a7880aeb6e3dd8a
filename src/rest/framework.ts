// A plain REST framework: reads parameters and bodies by their schemas, and writes errors as the API declares.

import * as z from 'zod'
import { type FieldIssue, ServiceError } from '../engine/contract/operation/failure.ts'
import type { Framework, GivenParameters } from '../engine/contract/operation/framework.ts'
import type { ServiceRequest } from '../engine/contract/operation/messages.ts'
import { bodyModelOf, needsCredentials, type Operation } from '../engine/contract/operation/operation.ts'
import type { Parameter, Parameters, ParameterValues } from '../engine/contract/operation/parameter.ts'
import type { Assumptions } from '../engine/define/assumptions/assumptions.ts'
import { encodeBody } from '../engine/http/body.ts'
import { parseQuery } from '../engine/http/query.ts'
import { type Failure, readFailure, toProblem } from './failure.ts'
import { parseForm } from './form.ts'
import { readTexts, readValue } from './read-texts.ts'

export interface FrameworkOptions {
  /** How an error is written. */
  readonly error?: ((failure: Failure) => unknown) | undefined
  readonly invalidStatus: number
}

const PROBLEM = 'application/problem+json'

/** Creates the framework of an API. */
export function createFramework({ error, invalidStatus }: FrameworkOptions): Framework {
  const contentType = error === undefined ? PROBLEM : 'application/json'
  const write = error ?? toProblem
  return {
    assertTarget: () => undefined,
    limitsTarget: () => false,
    slashAtEnd: () => '404',
    answersHead: () => true,
    otherMethodStatus: () => 405,
    listAllowed: (methods) => [...new Set(methods)],
    keepsEncodedSlashes: true,
    refusesEmpty: () => false,
    refusesUnknown: () => false,
    allowsOtherOrigins: () => true,
    inflatesBodies: () => true,
    readRequest(request, { operation, pathValues }, { assumptions, access, onValues }) {
      if (needsCredentials(operation)) access.assert(request, assumptions)
      const query = parseQuery(request.query)
      const read = readParameters(operation.parameters, { path: pathValues, query })
      if ('values' in read) onValues?.(read.values)
      const body = readBody(request, operation, assumptions)
      const issues = [read, body].flatMap((each) => ('issues' in each ? each.issues : []))
      if (!('values' in read && 'value' in body)) throw new ServiceError({ status: invalidStatus, detail: issues })
      return { values: read.values, query, body: body.value, exactBody: body.value }
    },
    readParameters: (declared, received) => readParameters(declared, received),
    writeFailure(failure) {
      const { status, headers = {} } = failure
      const body = encodeBody(JSON.stringify(write(readFailure(failure))) ?? '')
      return { status, headers: { ...(body.length > 0 && { 'content-type': contentType }), ...headers }, body }
    },
    errors: {
      decidedBy: [],
      invalidStatus: () => invalidStatus,
      contentTypeOf: () => contentType,
      schemaOf: () => (error === undefined ? problemSchema : z.unknown()),
      issueWords: { missing: 'is missing', invalid: 'is invalid', unknown: 'is unknown' },
      issueSchema,
    },
    writesNulls: () => true,
    timestampPatternOf: () => '',
  }
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

type Read = { readonly values: ParameterValues<Parameters> } | { readonly issues: readonly FieldIssue[] }

function readParameters(declared: Parameters, { path, query }: GivenParameters): Read {
  const values: Record<string, unknown> = {}
  const issues: FieldIssue[] = []
  for (const [name, parameter] of Object.entries(declared)) {
    const read = readParameter(name, parameter, parameter.in === 'path' ? path[name] : query.get(name))
    if ('issues' in read) issues.push(...read.issues)
    else values[name] = read.value
  }
  return issues.length > 0 ? { issues } : { values: values as ParameterValues<Parameters> }
}

function readParameter(name: string, parameter: Parameter, texts: string | readonly string[] | undefined) {
  // Every other parameter is a text in the path.
  if (parameter.kind !== 'value') return { value: typeof texts === 'string' ? texts : texts?.at(-1) }
  const given = typeof texts === 'string' || texts === undefined || texts.length > 1 ? texts : texts[0]
  const read = readTexts(parameter.schema, given, parameter.in)
  if ('value' in read) return { value: read.value ?? null }
  return {
    issues: read.issues.map(({ loc: [place = 'query', ...rest], ...issue }) => ({
      ...issue,
      loc: [place, name, ...rest],
    })),
  }
}

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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ServiceError({
      status: 400,
      detail: `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    })
  }
}
