// Initial records by number or in groups.

import * as z from 'zod'
import type { OwnPlanField, SeedSource } from '../../define/resource/resource.ts'
import { numberRecords, type RecordGroup } from '../../store/listing/record-groups.ts'

/** The number of records, or groups of similar ones. */
export type Groups<Part, Group extends RecordGroup<Part> = RecordGroup<Part>> = number | readonly Group[]

// A larger number is probably a typing error. It would take minutes and gigabytes.
const MOST_IN_A_GROUP = 1_000_000

const countSchema = z.int().min(0).max(MOST_IN_A_GROUP)

/**
 * Returns the schema of a number of records, or of groups of them.
 *
 * @param part the schema of the fields that a group sets
 * @param more further fields of a group
 */
export function groupsOf(part: z.ZodType, more: Readonly<Record<string, z.ZodType>> = {}) {
  const group = z.strictObject({
    count: countSchema.optional().describe('How many records. Default: 1.'),
    ...more,
    record: part.optional().describe('The fields that are set. The others are generated.'),
  })
  return z.union([countSchema, z.array(group)])
}

/** Plans a resource with a field of its own in a scenario: how many records, or groups of them. */
export function planGroups<Part, Group extends RecordGroup<Part> = RecordGroup<Part>>(
  field: string,
  schema: z.ZodType,
  fallback?: number,
): OwnPlanField<Groups<Part, Group>> {
  return {
    field,
    // The caller's schema describes the groups.
    schema: schema as z.ZodType<Groups<Part, Group>>,
    ...(fallback === undefined ? {} : { fallback }),
    count: (groups) => numberRecords<Part, Group>(groups).count,
  }
}

/** Plans a resource with a field that most scenarios do not have, because they have none of its records. */
export function planOptionalGroups<Part>(
  field: string,
  schema: z.ZodType,
): OwnPlanField<Groups<Part>> & { readonly isOptional: true } {
  return { ...planGroups<Part>(field, schema, 0), isOptional: true }
}

/** Returns the initial records of groups. */
export function seedGroups<Part>(
  groups: Groups<Part>,
  build: (index: number, part: Part | undefined) => unknown,
): SeedSource {
  const { count, firsts, pathAt, partAt } = numberRecords<Part>(groups)
  return { count, firsts, pathAt, build: (index) => build(index, partAt(index)) }
}
