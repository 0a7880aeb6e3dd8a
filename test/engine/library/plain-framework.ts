import * as z from 'zod'
import type { Framework } from '../../../src/engine/define/framework.ts'
import { type Failure, ServiceError } from '../../../src/engine/define/operation/failure.ts'
import type { Parameter } from '../../../src/engine/define/operation/parameter.ts'
import { decodeBody, encodeText } from '../../../src/engine/http/body.ts'
import { parseQuery } from '../../../src/engine/http/query.ts'

const errorSchema = z.strictObject({ error: z.string() })

/** A framework that reads texts and numbers, and writes every error as `{ "error": "..." }`. */
export const plainFramework: Framework = {
  assertTarget: () => undefined,
  limitsTarget: () => false,
  slashAtEnd: () => '404',
  answersHead: () => false,
  otherMethodStatus: () => 404,
  refusesEmpty: () => false,
  refusesUnknown: () => false,
  allowsOtherOrigins: () => true,
  inflatesBodies: () => false,
  readRequest({ query, body }, { operation, pathValues }, { onValues }) {
    const read = plainFramework.readParameters(
      operation.parameters,
      { path: pathValues, query: parseQuery(query) },
      NONE,
    )
    if ('issues' in read) throw refuse(read.issues.map(({ msg }) => msg).join('; '))
    onValues?.(read.values)
    const parsed = operation.body === undefined ? null : parseBody(decodeBody(body))
    return { values: read.values, query: parseQuery(query), body: parsed, exactBody: parsed }
  },
  readParameters(declared, { path, query }) {
    const issues: { type: string; loc: string[]; msg: string }[] = []
    const values = Object.entries(declared).map(([name, parameter]) => {
      const text = parameter.in === 'path' ? path[name] : query.get(name)?.at(-1)
      const value = parse(parameter, text)
      if (value === undefined) issues.push({ type: 'wrong', loc: [parameter.in, name], msg: `${name} is wrong` })
      return [name, value]
    })
    return issues.length > 0 ? { issues } : { values: Object.fromEntries(values) }
  },
  writeFailure: ({ status, detail, headers }: Failure) => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: encodeText(JSON.stringify({ error: typeof detail === 'string' ? detail : 'wrong' })),
  }),
  errors: {
    decidedBy: [],
    invalidStatus: () => 400,
    contentTypeOf: () => 'application/json',
    schemaOf: () => errorSchema,
    issueWords: { wrong: 'is wrong' },
    issueSchema: errorSchema,
  },
  writesNulls: () => true,
  timestampPatternOf: () => 'Z$',
}

const NONE = {} as never

function parse(parameter: Parameter, text: string | undefined): unknown {
  if (text === undefined) return 'fallback' in parameter ? parameter.fallback : null
  if (parameter.kind === 'integer') return /^\d{1,9}$/.test(text) ? BigInt(text) : undefined
  if (parameter.kind === 'choice') return parameter.choices.includes(text) ? text : undefined
  return text
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuse('the body is not JSON')
  }
}

function refuse(detail: string): ServiceError {
  return new ServiceError({ status: 400, detail })
}
