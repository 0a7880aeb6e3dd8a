// What a resource declares.

import type { z } from 'zod'
import type { Issue } from '../../input/options/option-error.ts'
import type { Fields, Frozen } from '../../input/schemas/schema-walk.ts'
import { compareTimestamps } from '../../input/schemas/timestamp.ts'
import type { Summary } from '../../store/listing/filter.ts'
import type { ListDeclaration } from '../../store/listing/listing.ts'
import type { Id } from '../../store/rows/keys.ts'
import type { Where } from '../../store/rows/model.ts'
import type { TableReader } from '../../store/tables/table.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import type { BasisOfParts } from '../basis.ts'
import type { FactoryContext } from '../factory/context.ts'

/** The tables of a world, to read from. */
export interface Tables {
  of<Schema extends z.ZodObject>(resource: { readonly schema: Schema }): TableReader<Frozen<z.output<Schema>>>
}

/** How a scenario describes the initial records of a resource. */
export interface PlanField<Plan = unknown> {
  readonly field: string
  /** The plan if a scenario does not have the field. */
  readonly fallback?: Plan
  count(plan: Plan): number
}

/** A field of a scenario that belongs to the resource itself. */
export interface OwnPlanField<Plan = unknown> extends PlanField<Plan> {
  readonly schema: z.ZodType<Plan>
  /** The value of the field if a scenario does not have it. Default: it is required. */
  readonly fallback?: Plan
  /** Whether a scenario without the field stays without it, instead of getting the fallback. */
  readonly isOptional?: true
}

/** What the initial records of a world are built from. */
export interface Seeding<Of extends Known = Known> {
  readonly context: Of['context']
  readonly rules: Of['rules']
  /** The tables of the resources that come before this one. */
  readonly tables: Tables
}

/** The initial records of a resource, by their numbers. */
export interface SeedSource {
  readonly count: number
  /** The number of the first record of each group that sets fields. */
  readonly firsts: readonly number[]
  /** Returns the path of a record's group within the field of the scenario. */
  pathAt(index: number): readonly (string | number)[]
  /** Returns what an invalid record is called, besides the path of its group. Default: nothing. */
  labelAt?(index: number): string
  /** Builds a record. @param summary what `summarize` has built of it, if it was asked before */
  build(index: number, summary?: Summary): unknown
  /** The records that are derived from those of a parent instead, if the resource declares `derivedFrom`. */
  readonly derived?: DerivedRecords
  /** Builds only the fields that lists need, equal to those of `build`, which is then called at the first read. */
  summarize?(index: number): Summary
}

/** An initial record that others are derived from. */
export interface SeedParent {
  readonly index: number
  readonly summary: Summary
  /** Returns the whole record. This completes it. */
  read(): Fields
}

/** Initial records that are derived from each parent whenever they are read. They take no time or memory before. */
export interface DerivedRecords {
  /** Counts the records of a parent. It must not take longer than a few operations on numbers. */
  count(parent: SeedParent): number
  /** Returns their ids, without completing the parent. */
  ids(parent: SeedParent): readonly string[]
  build(parent: SeedParent): readonly unknown[]
}

/** The records that follow from a parent that was created later. They are stored when something happens to one of them. */
export interface LaterRecords<Of extends Known = Known> {
  /** Returns their ids, the oldest first. */
  ids(parent: Fields): readonly string[]
  build(parent: Fields, context: Of['context']): readonly unknown[]
}

/** What a record that is created after the start of a world is built from. */
export interface Creation<Input, Of extends Known = Known> {
  readonly context: Of['context']
  /** How many records of the resource were created before. */
  readonly index: number
  /** The time on the world's clock. */
  readonly now: string
  readonly fields: Input
  /** The record that each field of `belongsTo` refers to; absent if there is no such record. */
  readonly parents: Readonly<Record<string, Fields>>
  readonly tables: Tables
}

/** The form of a resource's records in responses. */
export interface ResourceWire<Of extends Known = Known> {
  /** The name of its schema in the service's OpenAPI document. */
  readonly typeName: string
  /** Where its fields are known from. Default: nothing is said. */
  readonly basis?: BasisOfParts
  /** Returns the schema of a record in which no field is left out and all optional ones can be null. */
  schemaOf(assumptions: Of['assumptions']): z.ZodObject
  /** Whether optional fields may have no value. Default: they may. */
  mayLackValues?(assumptions: Of['assumptions']): boolean
}

/** A kind of record, and everything that belongs to it. */
export interface Resource<
  Name extends string = string,
  Schema extends z.ZodObject = z.ZodObject,
  Field extends PlanField = PlanField,
  OrderingName extends string = string,
  Of extends Known = Known,
> {
  /** The plural name, as in `simulator.db`, in snapshots and in the control API. */
  readonly name: Name
  readonly singular: string
  /** The singular and the plural in prose. Default: `singular` and `name`. */
  readonly title?: readonly [one: string, many: string]
  /** A sentence that says what its records are. */
  readonly description: string
  /** The name of its schema in OpenAPI documents. */
  readonly typeName: string
  /** What the database stores. */
  readonly schema: Schema
  /** Large schemas within it, which OpenAPI documents list separately, by name. */
  readonly parts?: Readonly<Record<string, z.ZodType>>
  /** The fields whose values may be given in part. */
  readonly nested?: readonly string[]
  /**
   * The resource that each of these fields refers to. A record is deleted with the record that it
   * belongs to. One that is created without the field belongs to the first such record, unless the field need not
   * have a value.
   */
  readonly belongsTo?: Readonly<Record<string, AnyResource>>
  /**
   * The fields that its records are looked up by, each alone or several together, nested ones by their paths. Those of
   * `belongsTo` are among them. There is an index for each, so that nobody looks at all records.
   */
  readonly lookups?: readonly (readonly string[])[]
  /** The field of `belongsTo` and its resource, if the initial records are derived from the records of that resource. */
  readonly derivedFrom?: { readonly field: string; readonly parent: AnyResource; readonly later: LaterRecords<Of> }
  /** The field with the time of the last change, which follows every change of a record. Default: none. */
  readonly touched?: string
  /** Whether its records only accompany others, so that a short description of a world does not count them. */
  readonly isMinor?: true
  /** Whether its records only serve the simulator, so that nobody else is shown them. They are part of snapshots. */
  readonly isHidden?: true
  /** How many bytes a record takes, roughly. Default: those of a record with dozens of fields and a list. */
  readonly recordBytes?: number
  readonly plan: Field
  readonly list?: ListDeclaration<OrderingName> & {
    /** The name of the ordering that lists have. The records are then sorted before the first request. */
    orderingOf?(assumptions: Of['assumptions']): NoInfer<OrderingName>
  }
  /** The form of its records in responses. Default: no response contains them. */
  readonly wire?: ResourceWire<Of>
  /** The assumptions that decide what is in the records themselves, and not only how they are written. */
  readonly builtFrom?: readonly (keyof Of['assumptions'] & string)[]
  /** How records change as time passes. */
  readonly lifecycle?: Lifecycle<Frozen<z.output<Schema>>, Of>
  /** The values of fields that have only some, if assumptions decide which. */
  readonly choices?: Readonly<Record<string, ListChoices<Of['rules']>>>
  findIssues?(record: Frozen<z.output<Schema>>, rules: Of['rules']): Issue[]
  /**
   * Returns a record that was stored under other assumptions as it is under the present ones. Default: unchanged.
   * It stays stored as it was until it is changed.
   */
  refit?(record: Frozen<z.output<Schema>>, seeding: Seeding<Of>): unknown
  /** Returns what a response contains of a record, in its order. */
  toWire(record: Frozen<z.output<Schema>>, assumptions: Of['assumptions']): Fields
  seed(plan: ValueOf<Field>, seeding: Seeding<Of>): SeedSource
  /** Builds a record that is created later. The given fields are kept, and the others fit them. */
  create(creation: Creation<Partial<Frozen<z.input<Schema>>>, Of>): unknown
}

// A method, so that a service can name the rules that it knows.
type ListChoices<Rules> = { of(rules: Rules): readonly string[] }['of']

/** A resource whose types do not matter. */
export type AnyResource = Resource

type ValueOf<Field> = Field extends PlanField<infer Plan> ? Plan : never

/** Resources by their names. */
export type ResourcesIn<Of> = { readonly [Name in keyof Of]: AnyResource }

/** A record of a resource in the database. */
export type RecordOf<Of extends { readonly schema: z.ZodType }> = Frozen<z.output<Of['schema']>>

/** The given fields of a record. The others are generated or stay unchanged. */
export type GivenOf<Of extends { readonly schema: z.ZodType }> = Partial<Frozen<z.input<Of['schema']>>>

export type PlanOf<Of extends { readonly plan: PlanField }> = ValueOf<Of['plan']>

export type OrderingNameOf<Of extends AnyResource> = keyof NonNullable<Of['list']>['orderings'] & string

/** Defines a resource. Its schema determines the types of its records. */
export const defineResource: DefineResource<Known> = (definition) => definition

/** `defineResource`, for a service whose types are known. */
export type DefineResource<Of extends Known> = <
  const Name extends string,
  Schema extends z.ZodObject,
  Field extends PlanField,
  OrderingName extends string,
>(
  definition: Resource<Name, Schema, Field, OrderingName, Of>,
) => Resource<Name, Schema, Field, OrderingName>

/** Returns the singular and the plural of a resource in prose. */
export function titleOf({ title, singular, name }: AnyResource): readonly [one: string, many: string] {
  return title ?? [singular, name]
}

/** Returns the resources whose records people are shown. */
export function listShown(resources: readonly AnyResource[]): readonly AnyResource[] {
  return resources.filter(({ isHidden }) => isHidden !== true)
}

/** The rules for the records of a world, in addition to their schemas. */
export type RecordRules = object

export function findTimeIssues(record: { readonly created_at: string; readonly updated_at: string }): Issue[] {
  if (compareTimestamps(record.created_at, record.updated_at) <= 0) return []
  const must = `It must not be before "created_at", ${record.created_at}`
  return [buildIssue('updated_at', `"${record.updated_at}". ${must}`)]
}

/** Builds the issue of a field: `"field" is ` and the rest of the sentence. */
export function buildIssue(path: string, rest: string): Issue {
  return { path, message: `"${path}" is ${rest}` }
}

/** What a service knows about its worlds, for the functions that it declares. */
export interface Known {
  readonly assumptions: Assumptions
  readonly context: FactoryContext
  readonly rules: RecordRules
}

/** How the records of a resource change as time passes: a state machine. */
export interface Lifecycle<Item, Of extends Known = Known> {
  /** The field with the state, if there is a single one. */
  readonly field?: string
  /** The states that records can be in, if the schema does not name them. */
  statesOf?(assumptions: Of['assumptions']): readonly string[]
  /** The states that records usually leave by themselves, as far as they are counted. */
  readonly passing?: readonly string[]
  /** Whether records begin it as soon as they exist, or only those with some values. Otherwise, operations begin it. */
  readonly startsAtOnce?: true | StartingOnes<Of>
  /** Returns what follows on the state of a record; undefined if nothing does, or not before something else happens. */
  next(record: Item, scene: Scene<Of>): Following | undefined
  /** Returns the fields that change together with the state, at a timestamp. */
  enter?(state: string, record: Item, at: string): Partial<Item>
  /** Returns what else happens in the world when a record has entered a state. */
  cause?(record: Item, scene: Scene<Of>): readonly Consequence[]
}

/** The values of the records that begin a lifecycle as soon as they exist. */
type StartingOnes<Of extends Known> = { of(context: Of['context']): Where | undefined }['of']

/**
 * The state that follows, fields that change, or the end of the record, and after how many milliseconds of the usual
 * speed. It is void if by then something else has changed the state, or one of the fields. An end that depends on other
 * fields names them, and comes at the same time at any speed.
 */
export type Following = { readonly after: number } & (
  | { readonly to: string }
  | { readonly set: Fields }
  | { readonly ends: true; readonly unlessChanged?: readonly string[] }
)

/** What a lifecycle can see of the world. */
export interface Scene<Of extends Known = Known> {
  readonly context: Of['context']
  /** The assumptions of the request that began the lifecycle; undefined for later states. */
  readonly assumptions: Of['assumptions'] | undefined
  get(resource: string, id: Id): Fields | undefined
  find(resource: string, where: Where): readonly Fields[]
}

/** A record that changes at the same time, or one whose lifecycle can continue. */
export type Consequence = { readonly resource: string; readonly id: Id } & (
  | { readonly set: Fields }
  | { readonly continues: true }
)

interface EnteredState {
  readonly set: Fields
  readonly at: string
}

/** Adds the fields that change together with the state in `set`, if it contains one, and that `set` does not have. */
export function enterState<Item>(
  lifecycle: Lifecycle<Item> | undefined,
  record: Item,
  { set, at }: EnteredState,
): Fields {
  const state = lifecycle?.field === undefined ? undefined : set[lifecycle.field]
  return { ...(typeof state === 'string' && lifecycle?.enter?.(state, record, at)), ...set }
}
