import { z } from 'zod'

/**
 * The schema of a part of a record: every field may be missing, and one that is missing stays
 * missing, whatever the record's schema would make of it. Of the named fields, parts will do too.
 */
export function partOf(schema: z.ZodObject, nested: readonly string[] = []): z.ZodObject {
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const given = withoutDefault(field)
    const isNested = nested.includes(name) && given instanceof z.ZodObject
    return [name, (isNested ? partOf(given) : given).optional()]
  })
  return z.strictObject(Object.fromEntries(fields))
}

function withoutDefault(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema
}
