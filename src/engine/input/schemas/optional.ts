// Fields that may be absent.

import * as z from 'zod'

/** A field that need not have a value. It is stored as null then, and null or absent in a response. */
export function optional<Schema extends z.ZodType>(schema: Schema): z.ZodDefault<z.ZodNullable<Schema>> {
  return schema.nullable().default(null)
}

/**
 * Returns the schema of a part of a record. Absent fields stay absent, at every level of the `nested` fields.
 *
 * @param create what becomes of objects that drop what they do not know: by default they refuse it
 */
export function partOf(schema: z.ZodObject, nested: readonly string[] = [], create = z.strictObject): z.ZodObject {
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const bare = withoutDefaults(field, create)
    const isNested = nested.includes(name) && bare instanceof z.ZodObject
    return [name, mayBeAbsent(isNested ? partOf(bare) : bare)]
  })
  return z.strictObject(Object.fromEntries(fields))
}

/** Returns the schema of a field that stays absent, also if its schema would make a value of that. */
function mayBeAbsent(field: z.ZodType): z.ZodType {
  return (makesValue(field) ? z.nonoptional(field) : field).optional()
}

/** Whether a schema makes a value of nothing: a default in another schema, a prefault, a catch. */
function makesValue(schema: z.ZodType): boolean {
  try {
    return schema.safeParse(undefined).data !== undefined
  } catch {
    // A check of its user that throws, or waits, is told with the first record.
    return false
  }
}

function withoutDefaults(
  schema: z.ZodType,
  create: typeof z.strictObject,
  outer: readonly z.ZodType[] = [],
): z.ZodType {
  const inner = (of: unknown): z.ZodType => withoutDefaults(of as z.ZodType, create, [...outer, schema])
  if (schema instanceof z.ZodDefault) return inner(schema.unwrap())
  if (schema instanceof z.ZodNullable) return inner(schema.unwrap()).nullable()
  if (schema instanceof z.ZodArray) return z.array(inner(schema.element))
  // One that contains itself never ends.
  if (!(schema instanceof z.ZodObject) || outer.includes(schema)) return schema
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const bare = inner(field)
    return [name, field instanceof z.ZodDefault ? bare.optional() : bare]
  })
  const bare = create(Object.fromEntries(fields))
  return schema.def.catchall === undefined ? bare : bare.catchall(schema.def.catchall as z.ZodType)
}
