// What the records alone tell.

import * as z from 'zod'
import type { AssumptionOverrides } from '../../engine/assumptions/assumptions.ts'
import { resolveAssumptions } from '../../engine/assumptions/assumptions.ts'
import { isRecord, unwrap } from '../../engine/input/schemas/schema-walk.ts'
import { questions } from '../../service/assumptions/register.ts'
import { deployments } from '../../service/resources/deployments/deployments.ts'
import type { ServiceRecords } from '../records/records.ts'

// Fewer records have all values by chance.
const LEAST_COMPLETE = 8

/**
 * Returns the values that records tell though no request does. If no deployment lacks a value, none can: where fields
 * may lack one, some always do, because a deployment comes from a repository or from an image.
 */
export function inferValues({ preset, records }: ServiceRecords): AssumptionOverrides {
  const listed = records.get('deployments') ?? []
  const schema = deployments.wire?.schemaOf(resolveAssumptions(questions, preset))
  const isComplete =
    schema !== undefined && listed.length >= LEAST_COMPLETE && listed.every((record) => hasAllValues(schema, record))
  return isComplete ? { nullableFields: 'none' } : {}
}

function hasAllValues(schema: z.ZodType, value: unknown): boolean {
  if (value === null || value === undefined) return false
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.every((item) => hasAllValues(inner.element as z.ZodType, item))
  }
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return true
  return Object.entries<z.ZodType>(inner.shape).every(([name, field]) => hasAllValues(field, value[name]))
}
