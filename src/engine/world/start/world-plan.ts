// The content of a world, as a scenario describes it.

import * as z from 'zod'
import type { AnyResource, OwnPlanField, PlanOf, RecordOf } from '../../define/resource/resource.ts'
import type { MainResource, ResourceName, Resources, WorldFields } from '../../define/service-types.ts'
import type { WorldDeclarations } from '../../define/world-declarations.ts'
import { MICROSECOND, MOST_MILLISECONDS, type WrittenDuration } from '../../input/options/written-duration.ts'
import { writtenDuration } from '../../input/schemas/duration-schema.ts'
import { type JsonMicroseconds, timestampSchema } from '../../input/schemas/timestamp.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { TableChanges } from '../../store/tables/table.ts'
import type { TimelineEntry } from '../../store/time/timeline.ts'

export type PlannedField = {
  [Name in ResourceName]: Resources[Name]['plan'] extends OwnPlanField ? Name : never
}[ResourceName]

/** The resources whose field most scenarios do not have. */
type OptionalField = {
  [Name in PlannedField]: Resources[Name]['plan'] extends { readonly isOptional: true } ? Name : never
}[PlannedField]

/** The changes since the start of a world. */
export type WorldChanges = {
  readonly [Name in keyof Resources]?: Partial<TableChanges<RecordOf<Resources[Name]>>>
} & {
  readonly created?: { readonly [Name in keyof Resources]?: number }
  readonly elapsed?: JsonMicroseconds
  readonly timeline?: readonly TimelineEntry[]
}

/** The changes since the start of a world, as people write them. */
export type WrittenChanges = Omit<WorldChanges, 'timeline'> & {
  /** The changes of records that will happen. */
  readonly timeline?: readonly (TimelineEntry | WrittenEntry)[]
}

/** A change of a record that will happen a while after the start of the world, such as `'20s'`. */
interface WrittenEntry extends Omit<TimelineEntry, 'due'> {
  readonly after: WrittenDuration
}

/** The data of a world, and its time. */
export type WorldPlan = {
  readonly [Name in keyof Pick<Resources, Exclude<PlannedField, OptionalField>>]: PlanOf<Resources[Name]>
} & {
  readonly [Name in keyof Pick<Resources, OptionalField>]?: PlanOf<Resources[Name]>
} & {
  readonly seed: number
  readonly now: string
  readonly changes?: WorldChanges
} & WorldFields

/** The plan of a scenario, with the name of the scenario. */
export type NamedPlan = WorldPlan & { readonly name: string }

const createdSchema = z.int().min(0).optional()

// A safe integer holds 285 years of microseconds. Larger values are written as text.
const microsecondsSchema = z.union([
  z.string().regex(/^-?\d{1,18}$/, 'It must be a whole number of microseconds, or text such as 20s'),
  writtenDuration(z.int(), MICROSECOND),
])

const fieldsSchema = z.record(z.string(), z.unknown())

function changesOf(schema: z.ZodObject) {
  return z
    .strictObject({
      removed: z.array(z.string()).optional().describe('The ids of initial records that were removed.'),
      replaced: z.array(schema).optional().describe('Records that replace the initial ones with the same ids.'),
      added: z.array(schema).optional().describe('Records that were added, in their order.'),
    })
    .optional()
}

export function forEachResource<Value>(
  resources: readonly AnyResource[],
  build: (resource: AnyResource) => Value,
): { [Name in ResourceName]: Value } {
  return Object.fromEntries(resources.map((each) => [each.name, build(each)])) as { [Name in ResourceName]: Value }
}

/** The schema of the changes since the start of a world. */
export const worldChangesSchemaOf = derivedFrom(
  (resources: readonly AnyResource[]): z.ZodObject<WorldChangesShape> =>
    z.strictObject({
      ...forEachResource(resources, ({ schema }) => changesOf(schema)),
      created: z
        .strictObject(forEachResource(resources, () => createdSchema))
        .optional()
        .describe('How many records of each resource were created since the start of the world.'),
      elapsed: microsecondsSchema.optional().describe('The microseconds since the start of the world.'),
      timeline: z
        .array(entrySchemaOf(listNames(resources)))
        .optional()
        .describe('The changes of records that will happen.'),
    }) as never,
)

function entrySchemaOf(names: readonly ResourceName[]) {
  const due = microsecondsSchema.describe('The microseconds after the start of the world.')
  const stored = z.strictObject({
    due,
    resource: z.enum(names),
    id: z.string(),
    when: fieldsSchema.describe('The fields that the record must have at that time.'),
    set: fieldsSchema.describe('The fields that change.'),
    remove: z.literal(true).optional().describe('Whether the record is removed instead.'),
  })
  const after = writtenDuration(z.number().min(0).max(MOST_MILLISECONDS))
    .optional()
    .describe('How long after the start of the world, such as 20s, instead of `due`.')
  return stored
    .extend({ due: due.optional(), after })
    .superRefine((entry, context) => {
      if ((entry.due === undefined) !== (entry.after === undefined)) return
      context.addIssue({ code: 'custom', message: 'It must have exactly one of "after" and "due"' })
    })
    .transform(({ due, after = 0, ...entry }) => ({ due: due ?? Math.round(after * 1000), ...entry }))
    .pipe(stored)
}

// The schemas of the resources have no types here.
type WorldChangesShape = { readonly [Field in keyof WorldChanges]-?: z.ZodType<WorldChanges[Field]> }

export function listNames(resources: readonly AnyResource[]): readonly ResourceName[] {
  // The service declares the types of its resources.
  return resources.map(({ name }) => name as ResourceName)
}

function listOwnFields(resources: readonly AnyResource[]): readonly OwnPlanField[] {
  return resources.flatMap(({ plan }) => ('schema' in plan ? (plan as OwnPlanField) : []))
}

/** Returns an object with the required fields of a plan, in their order. */
export function listPlanFields(resources: readonly AnyResource[]): Readonly<Record<string, undefined>> {
  const own = listOwnFields(resources).map(({ field }) => field)
  return Object.fromEntries(['seed', 'now', ...own].map((field) => [field, undefined]))
}

export const planDefaultsOf = derivedFrom(
  (resources: readonly AnyResource[]): PlanDefaults => ({
    seed: 1,
    now: '2026-03-02T09:00:00Z',
    ...readFallbacks(resources),
  }),
)

type DefaultField = Exclude<PlannedField, OptionalField | MainResource>

export type PlanDefaults = { readonly seed: number; readonly now: string } & {
  readonly [Name in DefaultField]: PlanOf<Resources[Name]>
}

// Every resource but the main one has a fallback, so that a short scenario stays short.
function readFallbacks(resources: readonly AnyResource[]): Pick<PlanDefaults, DefaultField> {
  const withFallback = listOwnFields(resources).filter(
    ({ fallback, isOptional }) => fallback !== undefined && isOptional !== true,
  )
  return Object.fromEntries(withFallback.map(({ field, fallback }) => [field, fallback])) as never
}

type AbsentField = OptionalField | keyof WorldFields | 'changes'

type PlanShape = {
  readonly [Field in Exclude<keyof WorldPlan, AbsentField>]: z.ZodType<WorldPlan[Field]>
} & { readonly [Field in AbsentField]: z.ZodOptional<z.ZodType<WorldPlan[Field]>> }

/** What decides what a plan can contain. */
export interface PlanDeclarations {
  readonly resources: readonly AnyResource[]
  readonly world: Pick<WorldDeclarations, 'fields'>
}

export const worldPlanSchemaOf = derivedFrom(({ resources, world }: PlanDeclarations): z.ZodObject<PlanShape> => {
  const defaults = planDefaultsOf(resources)
  return z.strictObject({
    seed: z.int().default(defaults.seed).describe('The seed that all generated data is drawn from.'),
    now: timestampSchema.default(defaults.now).describe('The current time of the world.'),
    ...world.fields,
    ...Object.fromEntries(listOwnFields(resources).map((each) => [each.field, toFieldSchema(each)])),
    changes: worldChangesSchemaOf(resources).optional().describe('The changes since the start of the world.'),
  }) as never
})

function toFieldSchema({ schema, fallback, isOptional }: OwnPlanField): z.ZodType {
  if (isOptional === true) return describeAs(schema, schema.optional())
  return fallback === undefined ? schema : describeAs(schema, schema.default(fallback))
}

// A default or an optional schema hides the description of its schema.
function describeAs(described: z.ZodType, schema: z.ZodType): z.ZodType {
  return described.description === undefined ? schema : schema.describe(described.description)
}
