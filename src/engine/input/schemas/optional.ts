// Fields that may be absent.

import * as z from 'zod'

/** A field that need not have a value. It is stored as null then, and null or absent in a response. */
export function optional<Schema extends z.ZodType>(schema: Schema): z.ZodDefault<z.ZodNullable<Schema>> {
  return schema.nullable().default(null)
}

/** Returns the schema of a part of a record. Absent fields stay absent, at every level of the `nested` fields. */
export function partOf(schema: z.ZodObject, nested: readonly string[] = []): z.ZodObject {
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const bare = withoutDefaults(field)
    const isNested = nested.includes(name) && bare instanceof z.ZodObject
    return [name, (isNested ? partOf(bare) : bare).optional()]
  })
  return z.strictObject(Object.fromEntries(fields))
}

function withoutDefaults(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault) return withoutDefaults(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodNullable) return withoutDefaults(schema.unwrap() as z.ZodType).nullable()
  if (schema instanceof z.ZodArray) return z.array(withoutDefaults(schema.element as z.ZodType))
  if (!(schema instanceof z.ZodObject)) return schema
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const bare = withoutDefaults(field)
    return [name, field instanceof z.ZodDefault ? bare.optional() : bare]
  })
  return z.strictObject(Object.fromEntries(fields))
}
