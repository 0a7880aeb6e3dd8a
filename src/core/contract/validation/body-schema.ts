import type { z } from 'zod'
import { pickKnownFields } from '../../records/schema-walk.ts'
import { parseUuid } from '../../records/uuid.ts'
import type { ValidationError } from '../errors.ts'
import { mistakes } from './mistakes.ts'

/**
 * Validates the JSON of a body against a schema. Fields that the schema does not know are
 * ignored, as the real service ignores them.
 *
 * @returns the value, or every mistake in the words of the service's own validator
 */
export function validateBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): { value: z.output<Schema> } | { mistakes: readonly ValidationError[] } {
  const result = schema.safeParse(pickKnownFields(schema, body))
  if (result.success) return { value: result.data }
  return { mistakes: result.error.issues.map((issue) => toValidationError(issue, body)) }
}

function toValidationError(issue: z.core.$ZodIssue, body: unknown): ValidationError {
  const path = issue.path as (string | number)[]
  const loc = ['body', ...path]
  const input = readAt(body, path)
  if (input === undefined) return mistakes.missing(loc, readAt(body, path.slice(0, -1)))
  if (issue.code === 'invalid_value') return mistakes.literal(loc, input, issue.values.map(String))
  if (issue.code === 'invalid_format') {
    const parsed = parseUuid(String(input))
    if ('mistake' in parsed) return mistakes.uuid(loc, input, parsed.mistake)
  }
  const expected = issue.code === 'invalid_type' ? issue.expected : ''
  return typeMistakes[expected]?.(loc, input) ?? mistakes.other(loc, input, issue.message)
}

const typeMistakes: Readonly<Record<string, (typeof mistakes)['stringType']>> = {
  string: mistakes.stringType,
  number: mistakes.numberType,
  boolean: mistakes.booleanType,
  array: mistakes.listType,
  object: mistakes.objectType,
  record: mistakes.dictionaryType,
}

function readAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null ? (parent as Record<string | number, unknown>)[key] : undefined,
    value,
  )
}
