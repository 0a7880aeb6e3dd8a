import { z } from 'zod'
import { hasFields } from '../records/schema-walk.ts'

type Issue = z.core.$ZodIssue

const MOST_VALUES = 10_000
const MOST_LEVELS = 200

/** Whether a value holds so many values that a schema must not look for everything that is wrong with it. */
export function isLarge(value: unknown): boolean {
  return holdsMore(value, MOST_VALUES)
}

/** The first issues of a value. */
export interface FirstIssues {
  readonly issues: readonly Issue[]
  /** Whether there are more. */
  readonly isCut: boolean
}

/**
 * Finds the first issues of a value, and looks no further. A schema itself finds all of them,
 * which for a large value takes seconds and gigabytes.
 *
 * @param most how many are looked for; each unknown field counts
 * @param values how many values are looked at
 * @returns none also where only the schema itself can find some: those of rules for a list or
 * an object as a whole
 */
export function findFirstIssues(
  schema: z.ZodType,
  value: unknown,
  most: number,
  values = Number.POSITIVE_INFINITY,
): FirstIssues {
  const search: Search = { issues: [], left: most, values }
  look(search, schema, value, [])
  return { issues: search.issues, isCut: isOver(search) }
}

interface Search {
  readonly issues: Issue[]
  /** How many more are looked for; below 0 when one was found beyond that. */
  left: number
  /** How many more values are looked at. */
  values: number
}

function isOver({ left, values }: Search): boolean {
  return left < 0 || values < 0
}

function look(search: Search, schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): void {
  search.values -= 1
  const form = findForm(schema, value)
  if (form instanceof z.ZodArray && Array.isArray(value)) lookAtItems(search, form, value, path)
  else if (form instanceof z.ZodObject && hasFields(value)) lookAtFields(search, form, value, path)
  else if (form instanceof z.ZodRecord && hasFields(value)) lookAtEntries(search, form, value, path)
  else addIssues(search, form, value, path)
}

/** The form that a value is meant to have: nothing that may be missing, and of a union the one that fits. */
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

// An object whose kind stands in it has the form of that kind.
function canBe(form: z.ZodType, value: object): boolean {
  if (Array.isArray(value)) return form instanceof z.ZodArray
  if (!(form instanceof z.ZodObject)) return form instanceof z.ZodRecord
  return Object.entries<z.ZodType>(form.shape).every(
    ([name, field]) => !(field instanceof z.ZodLiteral) || field.safeParse(Reflect.get(value, name)).success,
  )
}

function lookAtItems(search: Search, form: z.ZodArray, items: readonly unknown[], path: readonly PropertyKey[]): void {
  const { maximum } = form._zod.bag
  if (typeof maximum === 'number' && items.length > maximum) {
    // The list itself is wrong, whatever is in it.
    addIssues(search, z.array(z.unknown()).max(maximum), items, path)
    return
  }
  for (let index = 0; index < items.length && !isOver(search); index += 1) {
    look(search, form.element as z.ZodType, items[index], [...path, index])
  }
}

function lookAtFields(search: Search, form: z.ZodObject, value: object, path: readonly PropertyKey[]): void {
  for (const [name, field] of Object.entries<z.ZodType>(form.shape)) {
    if (isOver(search)) return
    const child: unknown = Reflect.get(value, name)
    if (child !== undefined || !mayBeMissing(field)) look(search, field, child, [...path, name])
  }
  if (!(form.def.catchall instanceof z.ZodNever)) return
  const keys: string[] = []
  for (const name in value) {
    if (isOver(search)) break
    if (Object.hasOwn(form.shape, name)) continue
    keys.push(name)
    search.left -= 1
  }
  if (keys.length === 0) return
  const [key, ...rest] = keys
  const message = rest.length === 0 ? `Unrecognized key: "${key}"` : 'Unrecognized keys'
  // Only objects with fields get here.
  search.issues.push({
    code: 'unrecognized_keys',
    keys,
    path: [...path],
    input: value as Record<string, unknown>,
    message,
  })
}

// Most fields of a part are missing, and to ask the schema about each would take most of the time.
function mayBeMissing({ def: { type } }: z.ZodType): boolean {
  return type === 'optional' || type === 'default'
}

function lookAtEntries(search: Search, form: z.ZodRecord, value: object, path: readonly PropertyKey[]): void {
  if (form.valueType instanceof z.ZodUnknown) return
  for (const name in value) {
    if (isOver(search)) return
    look(search, form.valueType as z.ZodType, Reflect.get(value, name), [...path, name])
  }
}

function addIssues(search: Search, schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): void {
  const { error } = schema.safeParse(value, { reportInput: true })
  for (const issue of error?.issues ?? []) {
    search.issues.push({ ...issue, path: [...path, ...issue.path] })
    search.left -= 1
  }
}

/** Whether a value holds more values than so many. It counts no further than that. */
export function holdsMore(value: unknown, most: number): boolean {
  return countDown(value, most, MOST_LEVELS) < 0
}

// What is nested very deeply counts as large.
function countDown(value: unknown, left: number, levels: number): number {
  if (typeof value !== 'object' || value === null) return left - 1
  if (levels === 0) return -1
  let rest = left - 1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && rest >= 0; index += 1) rest = countDown(value[index], rest, levels - 1)
    return rest
  }
  for (const name in value) {
    if (rest < 0) return rest
    rest = countDown(Reflect.get(value, name), rest, levels - 1)
  }
  return rest
}
