// Validates a body against a schema.

import type { z } from 'zod'
import type { Assumptions } from '../../register/assumptions.ts'
import { ServiceError } from '../errors.ts'
import { type Allowance, buildReader, type Reading } from './body-reader.ts'
import { createIssueCollector, type IssueCollector } from './issue-limits.ts'

/** Validates the JSON of a body. Returns its value or its issues. */
export type ValidateBody<Schema extends z.ZodType> = (
  body: unknown,
  assumptions: Assumptions,
) => { value: z.output<Schema>; issues: readonly [] } | { issues: IssueCollector['issues'] }

/**
 * Builds a validator of bodies. It ignores fields that are not in the schema, as the real service
 * does.
 *
 * @param most how much a body may contain in the fields of the schema
 * @returns a function that returns the value, or the issues in the words of the service's own
 * validator, and that throws a ServiceError for a body that is too large
 */
export function buildBodyValidator<Schema extends z.ZodType>(schema: Schema, most: Allowance): ValidateBody<Schema> {
  const read = buildReader(schema)
  return (body, assumptions) => {
    const collector = createIssueCollector(assumptions)
    const reading: Reading = { path: [], collector, allowance: { ...most } }
    const value = read(body, null, reading)
    if (collector.issues.length > 0) return { issues: collector.issues }
    if (reading.allowance.values < 0 || reading.allowance.characters < 0) throw createSizeError(most)
    // The reader was built from the schema.
    return { value: value as z.output<Schema>, issues: [] }
  }
}

function createSizeError({ values, characters }: Allowance): ServiceError {
  const detail = `Request body too large: at most ${values} values and ${characters} characters are taken`
  return new ServiceError({ status: 413, detail })
}
