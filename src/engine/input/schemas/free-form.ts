// Objects whose content the contract does not specify.

import * as z from 'zod'
import type { Path } from './schema-walk.ts'

const MOST_LEVELS = 100
const MOST_LEVELS_OF_RECORD = 200

/** Any JSON of at most a hundred levels. It is copied and kept unchanged. */
export const jsonSchema = z
  .unknown()
  .refine((value) => isJson(value, MOST_LEVELS), `It must be JSON of at most ${MOST_LEVELS} levels`)
  .overwrite((value) => (isJson(value, MOST_LEVELS) ? structuredClone(value) : value))

/**
 * An object whose content the contract does not specify (section 2.9). Any JSON of at most a hundred
 * levels is copied and kept unchanged.
 */
export const freeFormSchema = fieldsSchema(z.unknown())
  .refine((value) => isJson(value, MOST_LEVELS), `Invalid input: expected JSON of at most ${MOST_LEVELS} levels`)
  .overwrite((value) => (isJson(value, MOST_LEVELS) ? structuredClone(value) : value))

export type FreeForm = z.output<typeof freeFormSchema>

/** Fields of any names, also `__proto__`, which Zod's own records leave out. `written` is their JSON Schema. */
export function fieldsSchema<Field extends z.ZodType>(field: Field, written: object = {}) {
  const schema = z.unknown().superRefine((value, context) => {
    if (!isPlainObject(value)) {
      context.addIssue({ code: 'invalid_type', expected: 'record', input: value, continue: false })
      return
    }
    for (const [name, input] of Object.entries(value)) {
      for (const issue of field.safeParse(input, { reportInput: true }).error?.issues ?? []) {
        context.addIssue({ ...issue, path: [name, ...issue.path] })
      }
    }
  })
  const described = schema.meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: written })
  return described as z.ZodType<Record<string, z.output<Field>>, Record<string, z.input<Field>>>
}

// Objects of another realm count, such as those of a simulated page.
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.hasOwn(prototype, 'isPrototypeOf')
}

// The limit also ends the check of a value that contains itself.
function isJson(value: unknown, levels: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || levels === 0) return false
  return Object.values(value).every((child) => isJson(child, levels - 1))
}

/** Finds a value that JSON does not have, or that stands deeper than a body can. A field that is undefined is absent. */
export function findNoJson(value: unknown, path: Path = []): Path | undefined {
  if (typeof value !== 'object' || value === null) return isJson(value, 0) ? undefined : path
  if (path.length > MOST_LEVELS_OF_RECORD || !(Array.isArray(value) || isPlainObject(value))) return path
  for (const name of Object.keys(value)) {
    const child: unknown = Reflect.get(value, name)
    if (isJson(child, 0) || (child === undefined && !Array.isArray(value))) continue
    const found = findNoJson(child, [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}
