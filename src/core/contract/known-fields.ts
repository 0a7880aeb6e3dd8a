import { z } from 'zod'

/** Keeps of a value only the fields that its schema knows; an unknown one is no mistake on the wire. */
export function pickKnownFields(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => pickKnownFields(inner.element as z.ZodType, item))
  }
  if (!(inner instanceof z.ZodObject) || !isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries<z.ZodType>(inner.shape)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, field]) => [name, pickKnownFields(field, value[name])]),
  )
}

/** Leaves out the fields that are null and may be; what free-form objects hold stays as it is. */
export function dropNulls(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => dropNulls(inner.element as z.ZodType, item))
  }
  if (!(inner instanceof z.ZodObject) || !isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => field !== null || !(inner.shape[name] instanceof z.ZodDefault))
      .map(([name, field]) => [name, dropNulls(inner.shape[name] as z.ZodType, field)]),
  )
}

/** Whether a value is an object with fields, and no list. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return unwrap(schema.unwrap() as z.ZodType)
  }
  return schema
}
