// Issues of a schema in the words of the service's validator.

import type { z } from 'zod'
import { parseUuid } from '../../schemas/uuid.ts'
import type { ValidationError } from './validation-error.ts'
import { validationErrors } from './validation-errors.ts'

type Location = ValidationError['loc']

/** Translates the issues that a schema finds into the words of the service's own validator. */
export function toValidationErrors(error: z.ZodError, value: unknown, loc: Location): ValidationError[] {
  return error.issues.map((issue) => toValidationError(issue, value, loc))
}

function toValidationError(issue: z.core.$ZodIssue, value: unknown, loc: Location): ValidationError {
  if (issue.code === 'invalid_value') return validationErrors.literal(loc, value, issue.values.map(String))
  if (issue.code === 'invalid_format') {
    const parsed = parseUuid(String(value))
    if ('issue' in parsed) return validationErrors.uuid(loc, value, parsed.issue)
  }
  if (issue.code === 'too_small') return validationErrors.tooShort(loc, value)
  const expected = issue.code === 'invalid_type' ? issue.expected : ''
  return typeIssues[expected]?.(loc, value) ?? validationErrors.other(loc, value, issue.message)
}

const typeIssues: Readonly<Record<string, (typeof validationErrors)['stringType']>> = {
  string: validationErrors.stringType,
  number: validationErrors.numberType,
  boolean: validationErrors.booleanType,
  record: validationErrors.dictionaryType,
}
