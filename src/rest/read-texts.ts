// Reads texts as the values that a schema takes: those of queries, paths and forms.

import type * as z from 'zod'
import type { FieldIssue } from '../engine/contract/operation/failure.ts'
import { readAt } from '../engine/input/schemas/describe-issues.ts'
import { findLostField, NO_FIELD } from '../engine/input/schemas/lost-field.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'

type Read<Value> = { readonly value: Value } | { readonly issues: readonly FieldIssue[] }

/** Reads a value with a schema. @param place the part of the request that it stands in */
export function readWithSchema<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: 'path' | 'query' | 'body',
): Read<z.output<Schema>> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) return { issues: parsed.error.issues.flatMap((each) => toIssues(each, value, place)) }
  return toRead(value, parsed.data, place)
}

/** Returns what a schema has read, or the issue that a field of the input is not in it. */
function toRead<Value>(given: unknown, value: Value, place: 'path' | 'query' | 'body'): Read<Value> {
  const lost = findLostField(given, value)
  if (lost === undefined) return { value }
  return { issues: [{ type: 'invalid', loc: [place, ...lost.map(String)], msg: NO_FIELD }] }
}

// A form has at most so many values, and each of them is converted once.
const MOST_CONVERSIONS = 1000

/** Reads texts with a schema: where it takes no text but a number, a truth value or a list, they become one. */
export function readTexts<Schema extends z.ZodType>(
  schema: Schema,
  texts: unknown,
  place: 'path' | 'query' | 'body',
): Read<z.output<Schema>> {
  let value = texts
  for (let tries = 0; tries < MOST_CONVERSIONS; tries += 1) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return toRead(value, parsed.data, place)
    const emptied = place === 'body' ? findEmptied(schema, value, parsed.error.issues) : []
    const converted = emptied.length > 0 ? emptied : parsed.error.issues.flatMap((issue) => convert(value, issue))
    if (converted.length === 0) return { issues: parsed.error.issues.flatMap((each) => toIssues(each, value, place)) }
    for (const { path, to } of converted) value = setAt(value, path, to)
  }
  return readWithSchema(schema, value, place)
}

interface Conversion {
  readonly path: readonly PropertyKey[]
  readonly to: unknown
}

/** Finds the empty texts that are no value: where a text must not be empty, and null is allowed. */
function findEmptied(schema: z.ZodType, value: unknown, issues: readonly z.core.$ZodIssue[]): Conversion[] {
  const empty = issues.filter(({ path }) => path.length > 0 && readAt(value, path) === '')
  if (empty.length === 0) return []
  const { error } = schema.safeParse(empty.reduce((whole, { path }) => setAt(whole, path, null), value))
  const wrong = new Set(error?.issues.map(({ path }) => path.join('.')))
  return empty.filter(({ path }) => !wrong.has(path.join('.'))).map(({ path }) => ({ path, to: null }))
}

/** Finds what a text has to become for its issue to go. */
function convert(value: unknown, issue: z.core.$ZodIssue): Conversion[] {
  const { path } = issue
  if (issue.code === 'invalid_union') {
    return issue.errors
      .flat()
      .flatMap((each) => convert(value, { ...each, path: [...path, ...each.path] }))
      .slice(0, 1)
  }
  const found = readAt(value, path)
  if (issue.code === 'invalid_value') {
    const same = issue.values.find((each) => typeof each !== 'string' && String(each) === found)
    return same === undefined ? [] : [{ path, to: same }]
  }
  if (issue.code !== 'invalid_type') return []
  const to = convertTo(issue.expected, found)
  return to === undefined ? [] : [{ path, to }]
}

// Each of them is converted in a copy of all.
const MOST_ITEMS = 2000
const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/

// An empty text is how a form says that there is no value.
function toNumber(text: string): number | null | undefined {
  if (text === '') return null
  return NUMBER.test(text) ? Number(text) : undefined
}

/** What a text becomes where something else is expected; undefined if it cannot. */
const conversions: Readonly<Record<string, (text: string) => unknown>> = {
  number: toNumber,
  int: toNumber,
  bigint: (text) => (/^-?\d{1,30}$/.test(text) ? BigInt(text) : undefined),
  boolean: (text) => ({ true: true, false: false, '': null })[text],
  null: (text) => (text === '' || text === 'null' ? null : undefined),
  array(text) {
    const items = text.split(',', MOST_ITEMS + 1)
    return items.length > MOST_ITEMS ? undefined : items
  },
}

function convertTo(expected: string, found: unknown): unknown {
  // The last one of repeated values counts, as in most frameworks.
  const text = Array.isArray(found) && expected !== 'array' ? found.at(-1) : found
  if (typeof text !== 'string') return undefined
  if (expected === 'string') return text === found ? undefined : text
  return conversions[expected]?.(text)
}

function setAt(value: unknown, [first, ...rest]: readonly PropertyKey[], to: unknown): unknown {
  if (first === undefined) return to
  const inner = setAt(Reflect.get(Object(value), first), rest, to)
  if (Array.isArray(value)) return value.map((each, index) => (index === first ? inner : each))
  return isRecord(value) ? { ...value, [first]: inner } : value
}

function toIssues(issue: z.core.$ZodIssue, value: unknown, place: string): FieldIssue[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ type: 'unknown', loc: [place, ...path, key], msg: 'It is unknown' }))
  const isMissing = readAt(value, issue.path) === undefined
  return [
    {
      type: isMissing ? 'missing' : 'invalid',
      loc: [place, ...path],
      msg: isMissing ? 'It is missing' : issue.message,
    },
  ]
}
