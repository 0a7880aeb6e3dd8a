// Fits JSON of a real service to a schema of the database.

import * as z from 'zod'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'

/** Where a value is, and what to do if it does not fit. */
export interface Place {
  readonly path: string
  /** Called with the path of each value that is left out. */
  readonly onMisfit: (path: string) => void
}

// A date-time without an offset is one of UTC.
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/

/**
 * Returns what fits of the given fields of a record. Fields that the schema does not have are left out, at every level.
 *
 * @param known the fields that the record could have contained. They get their default if they have no value.
 */
export function fitFields(
  schema: z.ZodObject,
  fields: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  place: Place,
): Readonly<Record<string, unknown>> {
  const fitted = Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) => {
    if (fields[name] === undefined && !known.has(name)) return []
    const value = fitValue(field, fields[name], within(place, name))
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(fitted)
}

/** Returns what fits of a value; undefined if nothing does. */
function fitValue(schema: z.ZodType, value: unknown, place: Place): unknown {
  if (schema instanceof z.ZodDefault) {
    const fitted = fitValue(schema.unwrap() as z.ZodType, value, place)
    return fitted === undefined ? schema.parse(undefined) : fitted
  }
  if (schema instanceof z.ZodNullable) {
    return value === null ? null : fitValue(schema.unwrap() as z.ZodType, value, place)
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const items = value.map((item) => fitValue(schema.element as z.ZodType, item, place))
    return items.filter((item) => item !== undefined)
  }
  if (schema instanceof z.ZodObject && isRecord(value)) return fitObject(schema, value, place)
  return fitLeaf(schema, value, place)
}

function fitObject(schema: z.ZodObject, value: Readonly<Record<string, unknown>>, place: Place): unknown {
  const fitted = fitFields(schema, value, new Set(Object.keys(schema.shape)), place)
  const missing = Object.keys(schema.shape).find((name) => !Object.hasOwn(fitted, name))
  if (missing === undefined) return fitted
  place.onMisfit(within(place, missing).path)
  return undefined
}

function fitLeaf(schema: z.ZodType, value: unknown, { path, onMisfit }: Place): unknown {
  if (value === undefined) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const zoned = typeof value === 'string' ? value.replace(LOCAL_TIME, '$1T$2Z') : value
  const again = zoned === value ? parsed : schema.safeParse(zoned)
  if (again.success) return again.data
  onMisfit(path)
  return undefined
}

function within({ path, onMisfit }: Place, name: string): Place {
  return { path: path === '' ? name : `${path}.${name}`, onMisfit }
}
