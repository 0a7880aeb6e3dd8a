// Reads the bodies of requests by their schemas.

import type * as z from 'zod'
import { type FieldIssue, ServiceError } from '../engine/contract/operation/failure.ts'
import type { ServiceRequest } from '../engine/contract/operation/messages.ts'
import { bodyModelOf, type Operation } from '../engine/contract/operation/operation.ts'
import type { Assumptions } from '../engine/define/assumptions/assumptions.ts'
import { type Dialect, locateInText, parseJson, STRICT } from '../engine/input/json/parse-json.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import type { CommonAnswers } from './common-questions.ts'
import { parseForm } from './form.ts'
import { readAt, readTexts, readValue } from './read-texts.ts'

type ReadBody = ReturnType<typeof readValue>

/** Reads the body of a request: its value, or all its issues. @throws ServiceError if it cannot be parsed */
export function readBody(request: ServiceRequest, operation: Operation, answers: CommonAnswers): ReadBody {
  const model = bodyModelOf(operation, answers as Assumptions)
  if (model?.schema === undefined) return { value: null }
  const { schema, mediaType } = model
  if (answers.mediaType === 'refused') assertMediaType(request, mediaType)
  const text = decode(request.body)
  if (mediaType !== undefined) {
    const form = parseForm(text)
    if (form === undefined)
      throw new ServiceError({ status: 400, detail: 'The form has too many values, or nests too deeply' })
    return readGiven(readTexts, schema, form, answers)
  }
  return readGiven(readValue, schema, text === '' ? undefined : parse(text), answers)
}

function assertMediaType({ header, body }: ServiceRequest, form: string | undefined): void {
  const type = (header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const isRight = form === undefined ? /[/+]json$/.test(type) : type === form
  if (body.length > 0 && !isRight)
    throw new ServiceError({ status: 415, detail: `The body is ${type || 'of no type'}` })
}

/** Reads what a client gives. What it may give too much is left out. */
function readGiven(
  read: (schema: z.ZodType, given: unknown, place: 'body') => ReadBody,
  schema: z.ZodType,
  given: unknown,
  { unknownBodyField, nullInBody }: CommonAnswers,
): ReadBody {
  const all = read(schema, given, 'body')
  if ('issues' in all && unknownBodyField !== 'ignored' && nullInBody !== 'absent') return all
  if ('value' in all) {
    const unknown = unknownBodyField === 'refused' ? listUnknown(given, all.value, ['body']) : []
    return unknown.length > 0 ? { issues: unknown } : all
  }
  const left = structuredClone(given)
  for (const { type, loc } of all.issues) {
    const path = loc.slice(1)
    const isLeftOut =
      type === 'unknown' ? unknownBodyField === 'ignored' : nullInBody === 'absent' && readAt(left, path) === null
    if (isLeftOut) Reflect.deleteProperty(Object(readAt(left, path.slice(0, -1))), path.at(-1) ?? '')
  }
  return read(schema, left, 'body')
}

/** Lists what a schema has left out of a body. */
function listUnknown(given: unknown, kept: unknown, path: FieldIssue['loc']): FieldIssue[] {
  const isList = Array.isArray(given) && Array.isArray(kept)
  if (!isList && !(isRecord(given) && isRecord(kept))) return []
  return Object.entries(given).flatMap(([name, value]) => {
    const loc = [...path, isList ? Number(name) : name]
    if (name in kept) return listUnknown(value, Reflect.get(kept, name), loc)
    return [{ type: 'unknown', loc, msg: 'It is unknown' }]
  })
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
