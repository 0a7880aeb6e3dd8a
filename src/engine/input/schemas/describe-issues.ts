// Describes the issues of a schema.

import * as z from 'zod'
import { finish, type Steps } from '../../work/steps.ts'
import { type Issue, joinIssues, MOST_ISSUES } from '../options/option-error.ts'
import { isPromise, PROMISE } from '../text/describe-value.ts'
import { showPath } from '../text/quote.ts'
import { showValue } from '../text/show-value.ts'
import { suggestWord } from '../text/suggestion.ts'
import { parseInSteps } from './parse-value.ts'
import { isRecord, type Path } from './schema-walk.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  nonoptional: 'a value',
}

// What zod says where a schema has no message of its own.
const OF_ZOD = /^(?:Invalid |Too (?:big|small)|Unrecognized )/

/** The result of validating a value: the value, or its first issues and a sentence that lists them. */
export type ReadValue<Value> = { value: Value } | { issues: readonly Issue[]; text: string }

/** Validates a value with a schema. In a large invalid value, it stops after as many issues as it lists. */
export function readValue<Schema extends z.ZodType>(schema: Schema, input: unknown): ReadValue<z.output<Schema>> {
  return finish(readInSteps(schema, input))
}

/** Validates a value like `readValue`, and lets others work between the parts of a large one. */
export function* readInSteps<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Steps<ReadValue<z.output<Schema>>> {
  // It would be read as an object without fields.
  if (isPromise(input)) {
    const message = `It is ${PROMISE}`
    return { issues: [{ path: '', message }], text: message }
  }
  const parsed = yield* parseInSteps(schema, input, MOST_ISSUES)
  if ('value' in parsed) return { value: parsed.value as z.output<Schema> }
  const { issues, omitted } = toIssues(listIssues(parsed.issues), schema, input)
  return { issues, text: joinIssues(issues, parsed.isCut ? 'some' : omitted) }
}

/** Describes the issues of a value: the field of each, what was received and what is allowed. */
export function describeIssues(error: z.ZodError, schema: z.ZodType, input: unknown): string {
  const { issues, omitted } = toIssues(listIssues(error.issues), schema, input)
  return joinIssues(issues, omitted)
}

function toIssues(
  zodIssues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  input: unknown,
): { issues: Issue[]; omitted: number } {
  const issues: Issue[] = []
  let omitted = 0
  for (const zodIssue of zodIssues) {
    const keys = zodIssue.code === 'unrecognized_keys' ? zodIssue.keys : [undefined]
    const told = keys.slice(0, MOST_ISSUES - issues.length)
    omitted += keys.length - told.length
    for (const key of told) {
      issues.push(
        key === undefined
          ? {
              path: showPath(zodIssue.path),
              message: describeIssue(zodIssue, schema, input),
              ...(!OF_ZOD.test(zodIssue.message) && { rule: zodIssue.message }),
            }
          : describeUnknownField([...zodIssue.path, key], schema, input),
      )
    }
  }
  return { issues, omitted }
}

/** Lists the issues of a value. For a union, they are those of the form that the value matches best. */
export function listIssues(zodIssues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return zodIssues.flatMap(resolveUnion)
}

function resolveUnion(zodIssue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (zodIssue.code !== 'invalid_union') return [zodIssue]
  if (zodIssue.errors.length === 0) return [{ ...zodIssue, input: readField(zodIssue.input, zodIssue.path.at(-1)) }]
  const [closest] = zodIssue.errors.filter(isFurther).toSorted((a, b) => a.length - b.length)
  if (closest === undefined) return [joinForms(zodIssue, zodIssue.errors)]
  return closest.flatMap((each) => resolveUnion({ ...each, path: [...zodIssue.path, ...each.path] }))
}

// For an object of unknown kind, the path is that of the kind, but the input is the whole object.
function readField(value: unknown, name: PropertyKey | undefined): unknown {
  return isRecord(value) && name !== undefined ? value[String(name)] : value
}

function isFurther(zodIssues: readonly z.core.$ZodIssue[]): boolean {
  return zodIssues.some(({ path, code }) => path.length > 0 || code === 'unrecognized_keys')
}

// No form matches. The message lists what each form expects, or only the forms of the same type if there are any.
function joinForms(
  zodIssue: z.core.$ZodIssueInvalidUnion,
  forms: readonly (readonly z.core.$ZodIssue[])[],
): z.core.$ZodIssue {
  const ofType = forms.flat().filter((each) => isOfType(each, zodIssue.input))
  const [first] = ofType
  if (first !== undefined && ofType.length === 1)
    return { ...first, input: zodIssue.input, path: zodIssue.path } as z.core.$ZodIssue
  const all = ofType.length > 0 ? ofType : forms.flat()
  return { ...zodIssue, code: 'custom', message: describeForms(all) } as z.core.$ZodIssue
}

function isOfType(zodIssue: z.core.$ZodIssue, input: unknown): boolean {
  if (zodIssue.code === 'invalid_value') return zodIssue.values.some((allowed) => typeof allowed === typeof input)
  return zodIssue.code !== 'invalid_type'
}

function describeIssue(zodIssue: z.core.$ZodIssue, schema: z.ZodType, root: unknown): string {
  const what = zodIssue.path.length === 0 ? 'It' : `"${showPath(zodIssue.path)}"`
  // A check of several fields has them all, and names one.
  const found = zodIssue.code === 'custom' ? readAt(root, zodIssue.path) : zodIssue.input
  const hint = suggestAllowed(zodIssue, found)
  const isNoObject = zodIssue.code === 'invalid_type' && zodIssue.expected === 'object'
  const known = isNoObject ? listKnownFields(schema, zodIssue.path, root) : []
  return `${what} is ${showValue(found)}.${hint} ${describeRequirement(zodIssue)}${known.length === 0 ? '' : `. Known: ${known.join(', ')}`}`
}

// People write a word as a field.
function suggestField(name: string, known: readonly string[], listWords: (field: string) => readonly string[]): string {
  const written = name.replace(/[-_]/g, '').toLowerCase()
  for (const field of known) {
    const word = listWords(field).find((each) => each.replaceAll('-', '').toLowerCase() === written)
    if (word !== undefined) return ` Did you mean "${field}": "${word}"?`
  }
  return suggestWord(name, known)
}

/** Describes a field that does not belong where it is. @param input the whole value, which decides between its forms */
export function describeUnknownField(path: readonly PropertyKey[], schema: z.ZodType, input: unknown): Issue {
  const [text, name] = [showPath(path), String(path.at(-1))]
  const place = path.slice(0, -1)
  const known = listKnownFields(schema, place, input)
  // Another form of the value has this field.
  if (known.includes(name)) {
    return { path: text, message: `"${text}" is not allowed next to the other fields. Remove it, or the others` }
  }
  // People leave out the level in between.
  const outer = known.find((field) => listKnownFields(schema, [...place, field], input).includes(name))
  const meant =
    outer === undefined
      ? suggestField(name, known, (field) => listKnownWords(schema, [...place, field], input))
      : ` Did you mean "${showPath([...place, outer, name])}"?`
  return { path: text, message: `"${text}" is unknown.${meant} Known: ${known.join(', ') || 'none'}` }
}

/** Says what a value must be, as a sentence without its full stop. */
export function describeRequirement(zodIssue: z.core.$ZodIssue): string {
  if (zodIssue.code === 'invalid_union' && zodIssue.errors.length > 0) return describeForms(zodIssue.errors.flat())
  // The words that tell the forms of an object apart.
  if (zodIssue.code === 'invalid_union' && 'options' in zodIssue) return `Allowed: ${listAllowed(zodIssue).join(', ')}`
  const type = zodIssue.code === 'invalid_type' ? `Expected: ${TYPES[zodIssue.expected] ?? zodIssue.expected}` : ''
  if (!OF_ZOD.test(zodIssue.message)) return addRule(type, zodIssue.message)
  if (type !== '') return type
  if (zodIssue.code === 'invalid_value') return `Allowed: ${listAllowed(zodIssue).join(', ')}`
  if (zodIssue.code === 'too_small')
    return describeBound(zodIssue.origin, 'least', zodIssue.minimum, zodIssue.inclusive)
  if (zodIssue.code === 'too_big') return describeBound(zodIssue.origin, 'most', zodIssue.maximum, zodIssue.inclusive)
  if (zodIssue.code === 'not_multiple_of') return `It must be a multiple of ${zodIssue.divisor}`
  if (zodIssue.code === 'invalid_format') return describeFormat(zodIssue)
  return 'It is not valid here'
}

/** Asks whether one of the allowed words was meant. Empty if none is similar. */
export function suggestAllowed(zodIssue: z.core.$ZodIssue, found: unknown): string {
  return typeof found === 'string' ? suggestWord(found, listAllowed(zodIssue)) : ''
}

// A number that may also be written as text is listed once.
function listAllowed(zodIssue: z.core.$ZodIssue): string[] {
  if (zodIssue.code === 'invalid_value') return [...new Set(zodIssue.values.map(String))]
  return 'options' in zodIssue && Array.isArray(zodIssue.options) ? zodIssue.options.map(String) : []
}

// What a schema says about its value seldom says of which type it is.
function addRule(type: string, message: string): string {
  return type === '' || message.startsWith('Expected: ') ? message : `${type}. ${message}`
}

function describeForms(forms: readonly z.core.$ZodIssue[]): string {
  const texts = forms.map(describeRequirement)
  const types = texts.filter((text) => text.startsWith('Expected: ')).map((text) => text.slice('Expected: '.length))
  const others = texts.filter((text) => !text.startsWith('Expected: '))
  const expected = types.length === 0 ? [] : [`Expected: ${[...new Set(types)].join(', or ')}`]
  const [first = '', ...rest] = new Set([...expected, ...others])
  return [first, ...rest.map((text) => text.replace(/^Allowed: /, ''))].join('. Or: ')
}

function describeBound(
  origin: string,
  bound: 'least' | 'most',
  limit: number | bigint,
  isInclusive: boolean | undefined,
): string {
  const parts = origin === 'string' ? 'characters' : 'items'
  if (/^(?:string|array|set|map|file)$/.test(origin)) {
    if (bound === 'least' && limit === 1) return 'It must not be empty'
    return `It must have at ${bound} ${limit} ${parts}`
  }
  if (isInclusive === false) return `It must be ${bound === 'least' ? 'more' : 'less'} than ${limit}`
  return `It must be at ${bound} ${limit}`
}

function describeFormat(zodIssue: z.core.$ZodIssueInvalidStringFormat): string {
  if (zodIssue.format === 'starts_with' && 'prefix' in zodIssue) return `It must start with "${zodIssue.prefix}"`
  if (zodIssue.format === 'datetime') return 'It must be an ISO 8601 date-time, such as 2026-03-02T09:00:00Z'
  if (zodIssue.format === 'regex') return `It must match ${zodIssue.pattern}`
  return `It must be a valid ${zodIssue.format}`
}

export function readAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  )
}

/** Lists the fields that an object at a path may have. The whole value decides between the forms of a schema. */
function listKnownFields(schema: z.ZodType, path: Path, root: unknown): string[] {
  return [...new Set(listFormsAt(schema, path, root).flatMap((form) => Object.keys(readShape(form))))]
}

/** Lists the words that a text at a path may be; empty if it may be any text, or none. */
function listKnownWords(schema: z.ZodType, path: Path, root: unknown): string[] {
  return listFormsAt(schema, path, root).flatMap((form) => (form instanceof z.ZodEnum ? form.options.map(String) : []))
}

function listFormsAt(schema: z.ZodType, path: Path, root: unknown): z.ZodType[] {
  let [forms, value] = [listForms(schema), root]
  for (const step of path) {
    forms = forms.filter((form) => mayBe(form, value)).flatMap((form) => stepInto(form, step))
    value = readAt(value, [step])
  }
  return forms.filter((form) => mayBe(form, value))
}

function stepInto(form: z.ZodType, step: PropertyKey): z.ZodType[] {
  if (form instanceof z.ZodArray) return listForms(form.element as z.ZodType)
  const shape = readShape(form)
  const field = Object.hasOwn(shape, step) ? shape[String(step)] : undefined
  return field === undefined ? [] : listForms(field)
}

function listForms(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodPipe) return listForms(schema.in as z.ZodType)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listForms(option as z.ZodType))
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return listForms(schema.unwrap() as z.ZodType)
  }
  return [schema]
}

// Forms with a discriminator, such as the kind of an effect, apply only if its value matches.
function mayBe(form: z.ZodType, value: unknown): boolean {
  if (!isRecord(value)) return true
  return Object.entries(readShape(form)).every(
    ([name, field]) => !(field instanceof z.ZodLiteral) || field.safeParse(value[name]).success,
  )
}

function readShape(form: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return form instanceof z.ZodObject ? (form.shape as Readonly<Record<string, z.ZodType>>) : {}
}
