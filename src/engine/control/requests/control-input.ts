// Validates the query and the body of a request.

import * as z from 'zod'
import { parseQuery } from '../../http/route-table.ts'
import {
  type Dialect,
  locateInText,
  parseJsonInSteps,
  REPEATED,
  STRICT,
  TOO_DEEP,
} from '../../input/json/parse-json.ts'
import { readInSteps } from '../../input/schemas/describe-issues.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import { finish, type Steps } from '../../work/steps.ts'
import type { ControlOperation } from '../control-operation.ts'
import { ControlFailure } from '../shared/control-failure.ts'
import { schemaFor } from '../shared/fields.ts'

const MOST_EMPTY = 100
const NOTHING = z.strictObject({})
const MOST_VALUES = 500_000
// Of records in the largest worlds, a value has half as many again.
const BYTES_OF_A_VALUE = 16
// A schema walks through a value with the call stack.
const MOST_LEVELS = 200
// Of a repeated name, one value would be lost.
const DIALECT: Dialect = { ...STRICT, levels: MOST_LEVELS, allowsRepeated: false }

/** Parses the query of a request. @throws ControlFailure with all issues */
export function readQuery(
  query: string,
  { query: declaredQuery = NOTHING }: ControlOperation,
  declared: ServiceDeclarations,
): unknown {
  const schema = schemaFor(declaredQuery, declared)
  const { shape } = schema
  const entries = Array.from(parseQuery(query), ([name, values]) => [
    name,
    isList(shape[name]) ? values : values.at(-1),
  ])
  return finish(check(Object.fromEntries(entries), schema, 'query'))
}

function isList(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodOptional ? isList(schema.unwrap() as z.ZodType) : schema instanceof z.ZodArray
}

export function takesText(body: ControlOperation['body']): boolean {
  return body instanceof z.ZodString
}

/** Parses the body of a request. No body means `{}`, or an empty text. @throws ControlFailure with all issues */
export function* readControlBody(
  body: Uint8Array,
  operation: ControlOperation,
  declared: ServiceDeclarations,
): Steps<unknown> {
  if (operation.body === undefined) return refuseNeedless(body)
  if (takesText(operation.body)) {
    return yield* check(decodeUtf8(body, 'text'), schemaFor(operation.body, declared), 'body')
  }
  const json =
    body.length === 0 ? {} : yield* readText(decodeUtf8(body, 'JSON'), operation.mostValues ?? mostValues(body))
  return yield* check(json, schemaFor(operation.chooseForm?.(json) ?? operation.body, declared), 'body')
}

// Clients may send a body to every operation, but what it contains must not be lost.
function refuseNeedless(body: Uint8Array): undefined {
  const isEmpty = body.length < MOST_EMPTY && /^\s*(?:|\{\s*\}|null)\s*$/.test(new TextDecoder().decode(body))
  if (!isEmpty)
    throw new ControlFailure({
      status: 422,
      message: 'Failed to read the body: there is one. This operation takes none.',
    })
}

// All that is given out is taken back.
const mostValues = ({ length }: Uint8Array) => Math.max(MOST_VALUES, Math.floor(length / BYTES_OF_A_VALUE))

function* check(value: unknown, schema: z.ZodType, what: string): Steps<unknown> {
  const read = yield* readInSteps(schema, value)
  if ('value' in read) return read.value
  throw new ControlFailure({ status: 422, message: `Failed to read the ${what}: ${read.text}.`, issues: read.issues })
}

function decodeUtf8(bytes: Uint8Array, what: 'JSON' | 'text'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw buildFormFailure('it is not UTF-8', what)
  }
}

function* readText(text: string, values: number): Steps<unknown> {
  const parsed = yield* parseJsonInSteps(text, DIALECT, { values })
  if ('tooMany' in parsed) throw buildSizeFailure(`it contains more than ${values} values`)
  if ('value' in parsed) return parsed.value
  const { line, column, message } = locateInText(text, parsed.error)
  const place = `at line ${line}, column ${column}`
  if (message === TOO_DEEP) throw buildSizeFailure(`it has more than ${MOST_LEVELS} levels ${place}`)
  if (message === REPEATED) throw buildFormFailure(`an object has the same name twice, again ${place}`, 'JSON')
  throw buildFormFailure(`it is not JSON: ${message} ${place}`, 'JSON')
}

function buildSizeFailure(reason: string): ControlFailure {
  return new ControlFailure({ status: 413, message: `Failed to read the body: ${reason}. Send less.` })
}

function buildFormFailure(reason: string, what: 'JSON' | 'text'): ControlFailure {
  return new ControlFailure({ status: 400, message: `Failed to read the body: ${reason}. Send ${what}.` })
}
