// Reads the bodies of requests by their schemas: JSON, and forms whose names may nest: `address[city]=Rome`.

import type * as z from 'zod'
import { type FieldIssue, ServiceError } from '../engine/contract/operation/failure.ts'
import type { ServiceRequest } from '../engine/contract/operation/messages.ts'
import { bodyModelOf, type Operation } from '../engine/contract/operation/operation.ts'
import type { Assumptions } from '../engine/define/assumptions/assumptions.ts'
import { type Dialect, locateInText, parseJson, STRICT } from '../engine/input/json/parse-json.ts'
import { readAt } from '../engine/input/schemas/describe-issues.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import type { CommonAnswers } from './common-questions.ts'
import { readTexts, readWithSchema } from './read-texts.ts'

type ReadBody = ReturnType<typeof readWithSchema>

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
  return readGiven(readWithSchema, schema, text === '' ? undefined : parse(text), answers)
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
    if (Object.hasOwn(kept, name)) return listUnknown(value, Reflect.get(kept, name), loc)
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

/** A value of a form: a text, or what nests in a name. */
type FormValue = string | FormValue[] | { [name: string]: FormValue }

// More would be an attack, or a file.
const MOST_PAIRS = 1000
const MOST_LEVELS = 10
const MOST_OF_NAME = 1000

type Level = Map<string, string[] | Level>

/** Parses a form. Returns undefined if it has too many values, or nests too deeply. */
function parseForm(text: string): FormValue | undefined {
  const root: Level = new Map()
  // All pairs would be read at once.
  if (text.split('&', MOST_PAIRS + 1).length > MOST_PAIRS) return undefined
  for (const [name, value] of new URLSearchParams(`&${text}`)) {
    const path = name.length > MOST_OF_NAME ? undefined : parseName(name)
    if (path === undefined || path.length > MOST_LEVELS) return undefined
    add(root, path, value)
  }
  return build(root)
}

function parseName(name: string): string[] {
  const [, first = name, rest = ''] = /^([^[]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  return [first, ...Array.from(rest.matchAll(/\[([^[\]]*)\]/g), ([, part = '']) => part)]
}

// `tags[]=a&tags[]=b` and `tags=a&tags=b` are lists.
function add(level: Level, [first = '', ...rest]: readonly string[], value: string): void {
  const known = level.get(first)
  const isText = rest.length === 0 || (rest.length === 1 && rest[0] === '')
  if (isText) {
    if (known === undefined) level.set(first, rest.length === 0 ? [value] : [value, LIST])
    else if (Array.isArray(known)) known.splice(known.at(-1) === LIST ? -1 : known.length, 0, value)
    return
  }
  const next: Level = known instanceof Map ? known : new Map()
  level.set(first, next)
  add(next, rest, value)
}

// Ends the texts of a name in brackets, which are a list even if there is only one.
const LIST = '\uFFFF[]'

function build(level: Level): FormValue {
  const entries = Array.from(level, ([name, value]): [string, FormValue] => {
    if (value instanceof Map) return [name, build(value)]
    const texts = value.filter((each) => each !== LIST)
    return [name, texts.length === 1 && value.length === 1 ? (texts[0] ?? '') : texts]
  })
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
