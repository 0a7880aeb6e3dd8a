import type { z } from 'zod'

/**
 * A field that a record may have no value for: it may be left out when a record is written,
 * is kept as null then, and is null or absent in an answer (assumption `optionalFields`).
 */
export function optional<Schema extends z.ZodType>(schema: Schema): z.ZodDefault<z.ZodNullable<Schema>> {
  return schema.nullable().default(null)
}
