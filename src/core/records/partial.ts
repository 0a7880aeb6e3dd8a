import { z } from 'zod'

/**
 * The schema of a part of a record: every field may be missing, and one that is missing stays
 * missing, however deep, whatever the record's schema would make of it. Of the named fields,
 * parts will do too.
 */
export function partOf(schema: z.ZodObject, nested: readonly string[] = []): z.ZodObject {
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const given = withoutDefaults(field)
    const isNested = nested.includes(name) && given instanceof z.ZodObject
    return [name, (isNested ? partOf(given) : given).optional()]
  })
  return z.strictObject(Object.fromEntries(fields))
}

function withoutDefaults(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault) return withoutDefaults(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodNullable) return withoutDefaults(schema.unwrap() as z.ZodType).nullable()
  if (schema instanceof z.ZodArray) return z.array(withoutDefaults(schema.element as z.ZodType))
  if (!(schema instanceof z.ZodObject)) return schema
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const given = withoutDefaults(field)
    return [name, field instanceof z.ZodDefault ? given.optional() : given]
  })
  return z.strictObject(Object.fromEntries(fields))
}
