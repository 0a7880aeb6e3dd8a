// Walks a value along with its schema.

import * as z from 'zod'

/** The fields of an object, of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>

/** Leads from a value to one within it. */
export type Path = readonly PropertyKey[]

/** Removes fields that are null and optional. Free-form objects stay unchanged. */
export function dropNulls(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => dropNulls(inner.element as z.ZodType, item))
  }
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return value
  const shape = new Map<string, z.ZodType>(Object.entries(inner.shape))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => field !== null || !(shape.get(name) instanceof z.ZodDefault))
      .map(([name, field]) => [name, dropNulls(shape.get(name) ?? z.unknown(), field)]),
  )
}

/** Removes the fields that are null, at any depth. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, withoutNulls(field)]),
  )
}

/** Removes the fields that are undefined. */
export function omitUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Value
}

/** Returns an object without the fields that are null. */
export function omitNulls<Value extends object>(value: Value): { [Name in keyof Value]?: NonNullable<Value[Name]> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) as {
    [Name in keyof Value]?: NonNullable<Value[Name]>
  }
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the schema inside of pipes, defaults, nullables and optionals. */
export function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return unwrap(schema.unwrap() as z.ZodType)
  }
  return schema
}

/** Merges given fields into an object. A given value that is not an object is returned, for the schema to reject. */
export function mergeFields<Value extends object>(object: object | undefined, fields: Value | undefined): Value {
  if (fields === undefined) return (object ?? {}) as Value
  if (!isRecord(fields)) return fields
  return { ...object, ...omitUndefined(fields) }
}

/** A deeply readonly value. A text may be `string & {}`, which would count as an object. */
export type Frozen<Value> = Value extends string
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value

export function deepFreeze<Value>(value: Value): Frozen<Value> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const child of Object.values(value)) deepFreeze(child)
  }
  return value as Frozen<Value>
}

export function createSeal<Value extends object>(name: string) {
  const key = Symbol(name)
  return {
    // Only this seal has the key, and a frozen value stays valid.
    /** Freezes a value deeply and marks it. A copy of it is not marked. */
    set: (value: object) => deepFreeze(Object.defineProperty(value, key, { value: true })) as Value,
    has: (value: unknown): value is Value => typeof value === 'object' && value !== null && Object.hasOwn(value, key),
  }
}
