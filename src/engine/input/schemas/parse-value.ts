// The value of a schema, or the first issues.

import * as z from 'zod'
import { finish, type Steps } from '../../work/steps.ts'
import { hasMoreValues, isLarge } from '../json/many-values.ts'
import { findLostField, NO_FIELD } from './lost-field.ts'
import { type Fields, isRecord, type Path } from './schema-walk.ts'

// A part with at most this many values is parsed by its schema at once.
const MOST_AT_ONCE = 200
const ANY = z.unknown()

/** The value that a schema has made of another one, or the first issues. */
export type Parsed = { readonly value: unknown } | FirstIssues

export interface FirstIssues {
  readonly issues: readonly z.core.$ZodIssue[]
  readonly isCut: boolean
}

/**
 * Parses a value with a schema. A small value is parsed at once, with all of its issues. A large one is parsed part by
 * part, up to so many issues: the schema itself would find all of them, which can take gigabytes.
 *
 * @param most how many issues to search for. Each unknown field counts
 */
export function parseValue(schema: z.ZodType, input: unknown, most: number): Parsed {
  return finish(parseInSteps(schema, input, most))
}

/** Parses a value like `parseValue`, and lets others work between the parts of a large one. */
export function* parseInSteps(schema: z.ZodType, input: unknown, most: number): Steps<Parsed> {
  const isAtOnce = !isLarge(input)
  const search: IssueSearch = { issues: [], left: isAtOnce ? Number.POSITIVE_INFINITY : most }
  const value = isAtOnce ? parseAtOnce(search, schema, input, []) : yield* parsePart(search, schema, input, [])
  return search.issues.length === 0 ? { value } : { issues: search.issues, isCut: search.left < 0 }
}

interface IssueSearch {
  readonly issues: z.core.$ZodIssue[]
  /** How many more issues to search for; negative if there were more. */
  left: number
}

function* parsePart(search: IssueSearch, schema: z.ZodType, value: unknown, path: Path): Steps<unknown> {
  yield
  if (!hasMoreValues(value, MOST_AT_ONCE)) return parseAtOnce(search, schema, value, path)
  const form = findForm(schema, value)
  if (form instanceof z.ZodArray && Array.isArray(value)) return yield* parseItems(search, form, value, path)
  if (form instanceof z.ZodObject && isRecord(value)) return yield* parseFields(search, form, value, path)
  return parseAtOnce(search, form, value, path)
}

/** Finds the form that a value probably has: without defaults and optionals, and for a union the option that fits. */
function findForm(schema: z.ZodType, value: unknown): z.ZodType {
  if (typeof value !== 'object' || value === null) return schema
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return findForm(schema.unwrap() as z.ZodType, value)
  }
  if (!(schema instanceof z.ZodUnion)) return schema
  const forms = (schema.options as z.ZodType[]).filter((option) => canBe(option, value))
  const [only] = forms
  return only === undefined || forms.length > 1 ? schema : findForm(only, value)
}

// If a form has literal fields, such as a kind, the value must have them.
function canBe(form: z.ZodType, value: object): boolean {
  if (Array.isArray(value)) return form instanceof z.ZodArray
  if (!(form instanceof z.ZodObject)) return form instanceof z.ZodRecord
  return Object.entries<z.ZodType>(form.shape).every(
    ([name, field]) => !(field instanceof z.ZodLiteral) || field.safeParse(Reflect.get(value, name)).success,
  )
}

function* parseItems(search: IssueSearch, form: z.ZodArray, items: readonly unknown[], path: Path): Steps<unknown> {
  const maximum = findMostItems(form)
  if (items.length > maximum) {
    // The list itself is too long, so its items need not be parsed.
    return parseAtOnce(search, z.array(ANY).max(maximum), items, path)
  }
  const before = search.issues.length
  const parsed: unknown[] = []
  for (const [index, item] of items.entries()) {
    if (search.left < 0) return parsed
    parsed.push(yield* parsePart(search, form.element as z.ZodType, item, [...path, index]))
  }
  // Checks the rules of the schema for the list as a whole.
  return search.issues.length > before ? parsed : parseAtOnce(search, copyWith(form, { element: ANY }), parsed, path)
}

function findMostItems(form: z.ZodArray): number {
  // Asking for the class of a check would load all of zod.
  const limits = (form._zod.def.checks ?? []).filter(({ _zod: { def } }) => def.check === 'max_length')
  return Math.min(...limits.map(({ _zod: { def } }) => Number(Reflect.get(def, 'maximum'))))
}

function* parseFields(search: IssueSearch, form: z.ZodObject, value: Fields, path: Path): Steps<unknown> {
  const before = search.issues.length
  const parsed: Record<string, unknown> = {}
  for (const [name, field] of Object.entries<z.ZodType>(form.shape)) {
    if (hasMoreValues(value[name], MOST_AT_ONCE)) {
      parsed[name] = yield* parsePart(search, field, value[name], [...path, name])
    }
    if (search.left < 0) return parsed
  }
  const shape = { ...form.shape, ...Object.fromEntries(Object.keys(parsed).map((name) => [name, ANY])) }
  const isWrong = search.issues.length > before
  const rest = copyWith(form, { shape, ...(isWrong && { checks: [] }) })
  return parseAtOnce(search, rest, { ...pickFields(form, value, search.left), ...parsed }, path)
}

/** Picks the fields that a schema knows, and of the others no more than it takes to have too many issues. */
function pickFields(form: z.ZodObject, value: Fields, most: number): Fields {
  if (!(form._zod.def.catchall instanceof z.ZodNever)) return value
  let left = most + 1
  const names = Object.keys(value).filter((name) => Object.hasOwn(form.shape, name) || left-- > 0)
  return Object.fromEntries(names.map((name) => [name, value[name]]))
}

/** Copies a schema with changes. The rules for the whole value stay the same. */
function copyWith<Schema extends z.ZodType>(schema: Schema, changes: object): Schema {
  return schema.clone({ ...schema._zod.def, ...changes } as Schema['_zod']['def'])
}

function parseAtOnce(search: IssueSearch, schema: z.ZodType, value: unknown, path: Path): unknown {
  const { data, error } = schema.safeParse(value, { reportInput: true })
  for (const issue of error?.issues ?? []) {
    search.issues.push({ ...issue, path: [...path, ...issue.path] })
    search.left -= issue.code === 'unrecognized_keys' ? issue.keys.length : 1
  }
  const lost = error === undefined ? findLostField(value, data) : undefined
  if (lost !== undefined) {
    search.issues.push({ code: 'custom', path: [...path, ...lost], input: value, message: NO_FIELD })
    search.left -= 1
  }
  return data
}
