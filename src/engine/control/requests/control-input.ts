// Validates the query and the body of a request.

import * as z from 'zod'
import type { ServiceRequest } from '../../define/operation/messages.ts'
import { parseQuery } from '../../http/query.ts'
import { locateInText } from '../../input/json/locate-error.ts'
import { parseJson, REPEATED, UNREPEATED } from '../../input/json/parse-json.ts'
import { describeStart, readInSteps } from '../../input/schemas/describe-issues.ts'
import { hasMoreValues } from '../../input/schemas/parse-in-steps.ts'
import type { Steps } from '../../limits/steps.ts'
import type { ControlOperation } from '../control-operation.ts'
import { ControlFailure } from './control-failure.ts'

const NOTHING = z.strictObject({})
// Ten megabytes of records contain 400,000 values. Validating many more would block all sessions for seconds.
const MOST_VALUES = 500_000
// What is too long is still read, because its first issues may say why.
const MOST_PARSED = 2 * MOST_VALUES
// The objects of records have fewer, and one with many more cannot be validated in parts.
const MOST_NAMES = 10_000
const TOO_MANY_NAMES = `an object in it has more than ${MOST_NAMES} names`

/** Parses the query of a request. @throws ControlFailure with all issues */
export function* readQuery({ query }: ServiceRequest, { query: schema = NOTHING }: ControlOperation): Steps<unknown> {
  const { shape } = schema
  const entries = Array.from(parseQuery(query), ([name, values]) => [
    name,
    isList(shape[name]) ? values : values.at(-1),
  ])
  const fields = Object.fromEntries(entries)
  return yield* check(fields, schema, { what: 'query' })
}

function isList(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodOptional ? isList(schema.unwrap() as z.ZodType) : schema instanceof z.ZodArray
}

/** Whether a body is plain text, and not JSON. */
export function takesText(body: z.ZodType): boolean {
  return body instanceof z.ZodString
}

/** Parses the body of a request. No body means `{}`, or an empty text. @throws ControlFailure with all issues */
export function* readBody({ body }: Pick<ServiceRequest, 'body'>, operation: ControlOperation): Steps<unknown> {
  if (operation.body === undefined) return undefined
  if (takesText(operation.body)) return yield* check(decodeUtf8(body, 'text'), operation.body, { what: 'body' })
  const json = body.length === 0 ? {} : yield* readText(decodeUtf8(body))
  const schema = operation.chooseForm?.(json) ?? operation.body
  return yield* check(json, schema, { what: 'body', most: operation.mostValues })
}

function* check(
  value: unknown,
  schema: z.ZodType,
  { what, most = MOST_VALUES }: { what: string; most?: number | undefined },
): Steps<unknown> {
  const read = hasMoreValues(value, most) ? yield* describeStart(schema, value) : yield* readInSteps(schema, value)
  if (read === undefined) throw createSizeFailure(tooMany(most))
  if ('value' in read) return read.value
  throw new ControlFailure({
    status: 422,
    message: `Failed to read the ${what}: ${read.text}.`,
    issues: read.issues,
  })
}

function decodeUtf8(bytes: Uint8Array, what: 'JSON' | 'text' = 'JSON'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw createFormFailure('it is not UTF-8', what)
  }
}

// Not `JSON.parse`, which blocks all sessions while it reads a large text.
function* readText(text: string): Steps<unknown> {
  const parsed = yield* parseJson(text, UNREPEATED, { values: MOST_PARSED, names: MOST_NAMES })
  if ('tooMany' in parsed) throw createSizeFailure(parsed.tooMany === 'names' ? TOO_MANY_NAMES : tooMany(MOST_PARSED))
  if ('value' in parsed) return parsed.value
  const { line, column, message } = locateInText(text, parsed.error)
  const place = `at line ${line}, column ${column}`
  if (message === REPEATED) throw createFormFailure(`an object has the same name twice, again ${place}`)
  throw createFormFailure(`it is not JSON: ${message} ${place}`)
}

function tooMany(values: number): string {
  return `it contains more than ${values} values, or is nested too deeply`
}

function createSizeFailure(reason: string): ControlFailure {
  return new ControlFailure({ status: 413, message: `Failed to read the body: ${reason}. Send less.` })
}

function createFormFailure(reason: string, what: 'JSON' | 'text' = 'JSON'): ControlFailure {
  return new ControlFailure({ status: 400, message: `Failed to read the body: ${reason}. Send ${what}.` })
}
