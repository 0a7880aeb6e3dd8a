import type { z } from 'zod'
import { parseUuid } from '../../records/uuid.ts'
import { mistakes } from './mistakes.ts'
import type { ValidationError } from './validation-error.ts'

type Location = ValidationError['loc']

/** The issues that a schema finds with a value, in the words of the service's own validator. */
export function toValidationErrors(error: z.ZodError, value: unknown, loc: Location): ValidationError[] {
  return error.issues.map((issue) => toValidationError(issue, value, loc))
}

function toValidationError(issue: z.core.$ZodIssue, value: unknown, loc: Location): ValidationError {
  if (issue.code === 'invalid_value') return mistakes.literal(loc, value, issue.values.map(String))
  if (issue.code === 'invalid_format') {
    const parsed = parseUuid(String(value))
    if ('mistake' in parsed) return mistakes.uuid(loc, value, parsed.mistake)
  }
  if (issue.code === 'too_small') return mistakes.tooShort(loc, value)
  const expected = issue.code === 'invalid_type' ? issue.expected : ''
  return typeMistakes[expected]?.(loc, value) ?? mistakes.other(loc, value, issue.message)
}

const typeMistakes: Readonly<Record<string, (typeof mistakes)['stringType']>> = {
  string: mistakes.stringType,
  number: mistakes.numberType,
  boolean: mistakes.booleanType,
  record: mistakes.dictionaryType,
}
