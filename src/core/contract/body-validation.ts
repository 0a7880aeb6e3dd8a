import type { z } from 'zod'
import type { ValidationError } from './errors.ts'
import { pickKnownFields } from './known-fields.ts'
import { parseUuid } from './parse-scalars.ts'
import { mistakes } from './validation-errors.ts'

/**
 * Validates the JSON of a request body against a schema. Fields that the schema does not know
 * are ignored, as the real service ignores them.
 *
 * @returns the value, or every mistake in the words of the service's own validator
 */
export function validateBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): { value: z.output<Schema> } | { errors: readonly ValidationError[] } {
  const result = schema.safeParse(pickKnownFields(schema, body), { reportInput: true })
  if (result.success) return { value: result.data }
  return { errors: result.error.issues.map((issue) => toValidationError(issue, body)) }
}

function toValidationError(issue: z.core.$ZodIssue, body: unknown): ValidationError {
  const path = issue.path as (string | number)[]
  const loc = ['body', ...path]
  const input = readAt(body, path)
  if (input === undefined) return mistakes.missing(loc, readAt(body, path.slice(0, -1)))
  if (issue.code === 'invalid_value') return mistakes.literal(loc, input, issue.values.map(String))
  if (issue.code === 'invalid_format' && issue.format === 'guid') {
    const parsed = parseUuid(String(input))
    if ('mistake' in parsed) return mistakes.uuid(loc, String(input), parsed.mistake)
  }
  const expected = issue.code === 'invalid_type' ? issue.expected : ''
  return (
    typeMistakes[expected]?.(loc, input) ?? { type: 'value_error', loc, msg: `Value error, ${issue.message}`, input }
  )
}

const typeMistakes: Readonly<Record<string, (loc: ValidationError['loc'], input: unknown) => ValidationError>> = {
  string: mistakes.string,
  number: mistakes.number,
  boolean: mistakes.booleanType,
  array: mistakes.list,
  object: mistakes.object,
  record: mistakes.dictionary,
}

function readAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null ? (parent as Record<string | number, unknown>)[key] : undefined,
    value,
  )
}
