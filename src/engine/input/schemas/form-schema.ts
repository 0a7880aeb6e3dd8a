import * as z from 'zod'
import { keepAnnotations } from './duration-schema.ts'
import { timestampSchema } from './timestamp.ts'
import { uuidSchema } from './uuid.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

// These schemas accept several spellings, so their patterns are not what a form needs. They are found by their
// definitions, which a schema shares with its copy that has a description.
const FORMATS: ReadonlyMap<unknown, string> = new Map([
  [timestampSchema.def, 'date-time'],
  [uuidSchema.def, 'uuid'],
])

/** Builds the JSON Schema of what is accepted or of what is stored, without references, for forms and tables. */
export function buildFormSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    // Values that JSON Schema cannot describe may be anything.
    unrepresentable: 'any',
    override(each) {
      keepAnnotations(each)
      const { zodSchema, jsonSchema } = each
      const format = FORMATS.get(zodSchema._zod.def)
      if (format !== undefined) {
        delete jsonSchema.pattern
        jsonSchema.format = format
      }
      omitIntegerRange(jsonSchema)
    },
  })
  return rest
}

/** Removes the range of JavaScript's integers, which zod adds. */
export function omitIntegerRange(schema: { minimum?: unknown; maximum?: unknown }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}
