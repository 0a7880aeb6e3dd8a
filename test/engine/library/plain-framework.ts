import * as z from 'zod'
import { ServiceError } from '../../../src/engine/contract/operation/failure.ts'
import type { Framework } from '../../../src/engine/contract/operation/framework.ts'
import type { Parameter, Parameters, ParameterValues } from '../../../src/engine/contract/operation/value.ts'
import { decodeBody, encodeBody } from '../../../src/engine/http/body.ts'
import { parseQuery } from '../../../src/engine/http/route-table.ts'

const errorSchema = z.strictObject({ error: z.string() })
const wrong = (detail: string) => new ServiceError({ status: 400, detail })

/** A framework that reads texts and numbers, and writes every error as `{ "error": "..." }`. */
export const plainFramework: Framework = {
  assertTarget: () => undefined,
  limitsTarget: () => false,
  slashAtEnd: () => '404',
  answersHead: () => false,
  otherMethodStatus: () => 404,
  listAllowed: (methods) => methods,
  refusesEmpty: () => false,
  refusesUnknown: () => false,
  allowsOtherOrigins: () => true,
  inflatesBodies: () => false,
  readRequest(request, { operation, pathValues }, { assumptions, onValues }) {
    const query = parseQuery(request.query)
    const read = plainFramework.readParameters(operation.parameters, { path: pathValues, query }, assumptions)
    if ('issues' in read) throw wrong(`${read.issues[0]?.msg}`)
    onValues?.(read.values)
    const body = operation.body === undefined ? null : parseBody(decodeBody(request.body))
    return { values: read.values, query, body, exactBody: body }
  },
  readParameters(declared, { path, query }) {
    const values: Record<string, unknown> = {}
    for (const [name, parameter] of Object.entries(declared)) {
      values[name] = parse(parameter, parameter.in === 'path' ? path[name] : query.get(name)?.at(-1))
      if (values[name] === undefined) return { issues: [{ type: 'wrong', loc: [name], msg: `${name} is wrong` }] }
    }
    return { values: values as ParameterValues<Parameters> }
  },
  writeFailure: ({ status, detail, headers }) => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: encodeBody(JSON.stringify({ error: typeof detail === 'string' ? detail : 'wrong' })),
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

function parse(parameter: Parameter, text: string | undefined): unknown {
  if (text === undefined) return 'fallback' in parameter ? parameter.fallback : null
  if (parameter.kind === 'integer') return /^\d{1,9}$/.test(text) ? BigInt(text) : undefined
  return text
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong('the body is not JSON')
  }
}
