// The content of a world, as a scenario describes it.

import * as z from 'zod'
import type { AnyResource, OwnPlanField, PlanOf, RecordOf, ResourcesIn } from '../../define/resource/resource.ts'
import type { WorldDeclarations } from '../../define/world-declarations.ts'
import { MICROSECOND, MOST_MILLISECONDS, type WrittenDuration } from '../../input/options/written-duration.ts'
import { writtenDuration } from '../../input/schemas/duration-schema.ts'
import { type JsonMicroseconds, timestampSchema } from '../../input/schemas/timestamp.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import { type Id, isNumeric } from '../../store/rows/keys.ts'
import type { TableChanges } from '../../store/tables/table.ts'
import type { RecordEntry, TimelineEntry } from '../../store/time/timeline.ts'

export type PlannedField<Of extends ResourcesIn<Of>> = {
  [Name in keyof Of]: Of[Name]['plan'] extends OwnPlanField ? Name : never
}[keyof Of]

/** The resources whose field most scenarios do not have. */
type OptionalField<Of extends ResourcesIn<Of>> = {
  [Name in PlannedField<Of>]: Of[Name]['plan'] extends { readonly isOptional: true } ? Name : never
}[PlannedField<Of>]

/** The fields of a plan that have a default. The main resource has none, so that every scenario describes it. */
export type PlanDefaultOf<Of extends ResourcesIn<Of>, Main> =
  | 'seed'
  | 'now'
  | Exclude<PlannedField<Of>, OptionalField<Of> | Main>

/** The changes since the start of a world, those of records by resource. */
export interface WorldChanges {
  readonly created?: Readonly<Record<string, number>> | undefined
  readonly elapsed?: JsonMicroseconds | undefined
  readonly timeline?: readonly TimelineEntry[] | undefined
  readonly [resource: string]: unknown
}

/** The changes since the start of a world whose resources are known. */
export type WorldChangesOf<Of extends ResourcesIn<Of>> = {
  readonly [Name in keyof Of]?: Partial<TableChanges<RecordOf<Of[Name]>>>
} & {
  readonly created?: { readonly [Name in keyof Of]?: number }
  readonly elapsed?: JsonMicroseconds
  readonly timeline?: readonly TimelineEntry[]
}

/** The changes since the start of a world, as people write them. */
export type WrittenChanges<Changes, Fault> = Omit<Changes, 'timeline'> & {
  /** What will happen to records and faults. */
  readonly timeline?: readonly (TimelineEntry | WrittenEntry<Fault>)[]
}

/** What will happen a while after the start of the world, such as `'20s'`. */
type WrittenEntry<Fault> = ({ readonly after: WrittenDuration } | { readonly due: JsonMicroseconds }) &
  (
    | (Pick<RecordEntry, 'resource' | 'id'> &
        Partial<Pick<RecordEntry, 'when'>> &
        ((Pick<RecordEntry, 'set'> & { readonly add?: true }) | { readonly remove: true }))
    | { readonly addFault: Fault }
    | { readonly removeFault: string }
  )

/** The data of a world, and its time. */
export interface WorldPlan {
  readonly seed: number
  readonly now: string
  /** The changes since the start of the world. */
  readonly changes?: WorldChanges
  /** The initial records of a resource, or what belongs to the world as a whole. */
  readonly [field: string]: unknown
}

/** The plan of a world whose resources are known. @typeParam Whole the fields that belong to the world as a whole */
export type WorldPlanOf<Of extends ResourcesIn<Of>, Changes, Whole> = {
  readonly [Name in keyof Pick<Of, Exclude<PlannedField<Of>, OptionalField<Of>>>]: PlanOf<Of[Name]>
} & {
  readonly [Name in keyof Pick<Of, OptionalField<Of>>]?: PlanOf<Of[Name]>
} & {
  readonly seed: number
  readonly now: string
  /** The changes since the start of the world. */
  readonly changes?: Changes
} & Whole

/** The plan of a scenario, with the name of the scenario. */
export type NamedPlan = WorldPlan & { readonly name: string }

const createdSchema = z.int().min(0).exactOptional()

// A safe integer holds 285 years of microseconds. Larger values are written as text.
const microsecondsSchema = z.union([
  z.string().regex(/^-?\d{1,18}$/, 'It must be a whole number of microseconds, or text such as 20s'),
  writtenDuration(z.int(), MICROSECOND),
])

const fieldsSchema = z.record(z.string(), z.unknown())
const conditionSchema = z.record(z.string(), z.unknown(), 'Expected: fields of the record. Use "after" for a time')

function changesOf(schema: z.ZodObject) {
  return z
    .strictObject({
      removed: z
        .array(keySchemaOf([{ schema }]))
        .optional()
        .describe('The ids of initial records that were removed.'),
      replaced: z.array(schema).optional().describe('Records that replace the initial ones with the same ids.'),
      added: z.array(schema).optional().describe('Records that were added, in their order.'),
    })
    .optional()
}

// Where ids are numbers, people write them as such.
function keySchemaOf(resources: readonly Pick<AnyResource, 'schema'>[]): z.ZodType<Id> {
  const hasNumbers = resources.some(({ schema }) => schema.shape.id !== undefined && isNumeric(schema.shape.id))
  return hasNumbers ? z.union([z.number(), z.string()]) : z.string()
}

export function forEachResource<Value>(
  resources: readonly AnyResource[],
  build: (resource: AnyResource) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(resources.map((each) => [each.name, build(each)]))
}

/** Builds the schema of the changes since the start of a world. @param fault the schema of a fault */
export function buildChangesSchema(resources: readonly AnyResource[], fault: z.ZodType): z.ZodType<WorldChanges> {
  return z.strictObject({
    ...forEachResource(resources, ({ schema }) => changesOf(schema)),
    created: z
      .strictObject(forEachResource(resources, () => createdSchema))
      .optional()
      .describe('How many records of each resource were created since the start of the world.'),
    elapsed: microsecondsSchema.optional().describe('The microseconds since the start of the world.'),
    timeline: z.array(entrySchemaOf(resources, fault)).optional().describe('What will happen to records and faults.'),
  })
}

const KINDS_OF_ENTRIES = ['resource', 'addFault', 'removeFault']
const OF_RECORDS = ['id', 'when', 'set', 'add', 'remove']

function* findEntryIssues(entry: object): Iterable<{ message: string; field?: string }> {
  const listPresent = (fields: readonly string[]) => fields.filter((each) => Reflect.get(entry, each) !== undefined)
  if (listPresent(['after', 'due']).length !== 1) yield { message: 'It must have exactly one of "after" and "due"' }
  const [kind, ...others] = listPresent(KINDS_OF_ENTRIES)
  if (kind === undefined || others.length > 0) {
    yield { message: 'It must have exactly one of "resource", "addFault" and "removeFault"' }
  } else if (kind !== 'resource') {
    for (const field of listPresent(OF_RECORDS)) yield { message: 'It must stand beside "resource"', field }
  } else {
    if (listPresent(['id']).length === 0) yield { message: 'Expected: text', field: 'id' }
    if (listPresent(['set', 'remove']).length === 0) yield { message: 'Expected: an object with fields', field: 'set' }
    if (listPresent(['add', 'remove']).length > 1) yield { message: 'It must not stand beside "add"', field: 'remove' }
  }
}

function entrySchemaOf(resources: readonly AnyResource[], fault: z.ZodType) {
  const entry = z.strictObject({
    after: writtenDuration(z.number().min(0).max(MOST_MILLISECONDS)).describe(
      'How long after the start of the world, such as 20s, instead of `due`.',
    ),
    due: microsecondsSchema.describe('The microseconds after the start of the world.'),
    resource: z.enum(listNames(resources)).describe('The resource of the record that changes.'),
    id: keySchemaOf(resources).describe('The id of the record.'),
    when: conditionSchema.describe('The fields that the record must have at that time. Default: any.'),
    set: fieldsSchema.describe('The fields that change.'),
    add: z.literal(true).describe('Whether the record is added instead, with the fields of `set`.'),
    remove: z.literal(true).describe('Whether the record is removed instead.'),
    addFault: fault.describe('A fault that begins. It replaces one with its id.'),
    removeFault: z.string().min(1).describe('The id of a fault that ends.'),
  })
  return entry
    .partial()
    .superRefine((written, context) => {
      for (const { message, field } of findEntryIssues(written))
        context.addIssue({
          code: 'custom',
          message,
          ...(field && { path: [field], input: Reflect.get(written, field) }),
        })
    })
    .meta({ oneOf: KINDS_OF_ENTRIES.map((field) => ({ required: [field] })) })
    .transform(({ due, after = 0, ...written }) => ({
      due: due ?? Math.round(after * 1000),
      ...(written.resource !== undefined && { when: {}, set: {} }),
      ...written,
      ...(written.id !== undefined && { id: String(written.id) }),
    }))
    .pipe(entry.omit({ after: true }).partial().required({ due: true }) as never)
}

export function listNames(resources: readonly AnyResource[]): readonly string[] {
  return resources.map(({ name }) => name)
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

export interface PlanDefaults {
  readonly seed: number
  readonly now: string
  readonly [field: string]: unknown
}

// Every resource but the main one has a fallback, so that a short scenario stays short.
function readFallbacks(resources: readonly AnyResource[]): Readonly<Record<string, unknown>> {
  const withFallback = listOwnFields(resources).filter(
    ({ fallback, isOptional }) => fallback !== undefined && isOptional !== true,
  )
  return Object.fromEntries(withFallback.map(({ field, fallback }) => [field, fallback]))
}

/** What decides what a plan can contain, besides its changes. */
export interface PlanDeclarations {
  readonly resources: readonly AnyResource[]
  readonly world: Pick<WorldDeclarations, 'fields'>
}

export const worldPlanSchemaOf = derivedFrom(({ resources, world }: PlanDeclarations) => {
  const defaults = planDefaultsOf(resources)
  return z.strictObject({
    seed: z.int().default(defaults.seed).describe('The seed that all generated data is drawn from.'),
    now: timestampSchema.default(defaults.now).describe('The current time of the world.'),
    ...world.fields,
    ...Object.fromEntries(listOwnFields(resources).map((each) => [each.field, toFieldSchema(each)])),
  })
})

function toFieldSchema({ schema, fallback, isOptional }: OwnPlanField): z.ZodType {
  if (isOptional === true) return describeAs(schema, schema.optional())
  return fallback === undefined ? schema : describeAs(schema, schema.default(fallback))
}

// A default or an optional schema hides the description of its schema.
function describeAs(described: z.ZodType, schema: z.ZodType): z.ZodType {
  return described.description === undefined ? schema : schema.describe(described.description)
}
