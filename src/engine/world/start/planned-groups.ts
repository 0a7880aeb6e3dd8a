// Initial records by number or in groups.

import * as z from 'zod'
import type { AnyResource, OwnPlanField, PlanField, SeedSource } from '../../define/resource/resource.ts'
import { findFirst } from '../../store/find-first.ts'
import type { WorldPlan } from './world-plan.ts'

/** The number of records, or groups of similar ones. */
export type Groups<Part, Group extends RecordGroup<Part> = RecordGroup<Part>> = number | readonly Group[]

// A larger number is probably a typing error. It would take minutes and gigabytes.
const MOST_IN_A_GROUP = 1_000_000

const countSchema = z.int().min(0).max(MOST_IN_A_GROUP)

/** Returns the schema of a number of records, or of groups with the fields of a part and more of their own. */
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
    ...(fallback !== undefined && { fallback }),
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

/**
 * Plans a resource with the field of another one, whose records bring its own. @param count how many of these a world
 * begins with. Default: one for each of the other resource
 */
export function planWith<Plan>(
  owner: { readonly plan: PlanField<Plan> },
  count: (plan: Plan) => number = owner.plan.count,
): PlanField<Plan> {
  const { field, fallback } = owner.plan
  return { field, ...(fallback !== undefined && { fallback }), count }
}

export function seedGroups<Part>(
  groups: Groups<Part>,
  build: (index: number, part: Part | undefined) => unknown,
): SeedSource {
  const { count, firsts, pathAt, partAt } = numberRecords<Part>(groups)
  return { count, firsts, pathAt, build: (index) => build(index, partAt(index)) }
}

/** A group of similar records. */
export interface RecordGroup<Part> {
  /** How many records. Default: 1. */
  readonly count?: number
  /** The fields that are set. The others are generated. */
  readonly record?: Part
}

export interface RecordGroups<Part> {
  count: number
  /** The number of the first record of each group that sets fields. */
  firsts: readonly number[]
  /** Returns the fields that are set for the record with a number. */
  partAt(index: number): Part | undefined
  /** Returns the path of the group of the record with a number, within the groups. */
  pathAt(index: number): readonly number[]
}

/** Numbers the records of groups, one group after another. @param toPart returns the fields that a group sets */
export function numberRecords<Part, Group extends RecordGroup<Part> = RecordGroup<Part>>(
  groups: number | readonly Group[],
  toPart: (group: Group) => Part | undefined = ({ record }) => record,
): RecordGroups<Part> {
  if (typeof groups === 'number') return { count: groups, firsts: [], partAt: () => undefined, pathAt: () => [] }
  let count = 0
  const parts: (Part | undefined)[] = []
  const ends: number[] = []
  const firsts: number[] = []
  for (const group of groups) {
    const part = toPart(group)
    const size = group.count ?? 1
    if (part !== undefined && size > 0) firsts.push(count)
    count += size
    parts.push(part)
    ends.push(count)
  }
  const findGroup = (index: number) => findFirst(ends.length, (group) => (ends[group] as number) > index)
  return {
    count,
    firsts,
    partAt: (index) => parts[findGroup(index)],
    pathAt: (index) => [findGroup(index)],
  }
}

/** How a resource begins whose records only come from requests. No scenario has a field for them. */
export const UNSEEDED = {
  plan: { field: '', count: () => 0 },
  seed: () => ({ count: 0, firsts: [], pathAt: () => [], build: () => undefined }),
}

/** Returns the part of a plan that describes the initial records of a resource. The plan's schema has parsed it. */
export function readPlan({ plan: { field, fallback } }: AnyResource, plan: WorldPlan): unknown {
  return Reflect.get(plan, field) ?? fallback
}

export function countInitial(resource: AnyResource, plan: WorldPlan): number {
  return resource.plan.count(readPlan(resource, plan))
}

export function countAll(resources: readonly AnyResource[], plan: WorldPlan): number {
  return resources.reduce((sum, resource) => sum + countInitial(resource, plan), 0)
}
