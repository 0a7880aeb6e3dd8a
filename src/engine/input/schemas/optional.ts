import type { z } from 'zod'

/**
 * A field without a required value. It may be absent when a record is written. Then it is stored as
 * null, and it is null or absent in a response.
 */
export function optional<Schema extends z.ZodType>(schema: Schema): z.ZodDefault<z.ZodNullable<Schema>> {
  return schema.nullable().default(null)
}
