// What a resource declares.

import type { z } from 'zod'
import type { Issue } from '../../input/options/option-error.ts'
import type { Frozen } from '../../input/schemas/freeze.ts'
import type { Summary } from '../../store/listing/filter.ts'
import type { ListDeclaration } from '../../store/listing/listing.ts'
import type { TableReader } from '../../store/tables/table.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import type { FactoryContext } from '../factory/context.ts'
import type { AssumptionId } from '../service-types.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { RecordRules } from './record-rules.ts'

export type Fields = Readonly<Record<string, unknown>>

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
export interface Seeding {
  readonly context: FactoryContext
  readonly rules: RecordRules
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
  build(index: number): unknown
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
export interface LaterRecords {
  /** Returns their ids, the oldest first. */
  ids(parent: Fields): readonly string[]
  build(parent: Fields, context: FactoryContext): readonly unknown[]
}

/** What a record that is created after the start of a world is built from. */
export interface Creation<Input> {
  readonly context: FactoryContext
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
export interface ResourceWire {
  /** The name of its schema in the service's OpenAPI document. */
  readonly typeName: string
  /** Returns the schema of a record in which no field is left out and all optional ones can be null. */
  schemaOf(assumptions: Assumptions): z.ZodObject
  /** Whether optional fields may have no value. Default: they may. */
  mayLackValues?(assumptions: Assumptions): boolean
}

/** A kind of record, and everything that belongs to it. */
export interface Resource<
  Name extends string = string,
  Schema extends z.ZodObject = z.ZodObject,
  Field extends PlanField = PlanField,
  OrderingName extends string = string,
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
   * belongs to. One that is created without the field belongs to the first such record.
   */
  readonly belongsTo?: Readonly<Record<string, AnyResource>>
  /** The field of `belongsTo` and its resource, if the initial records are derived from the records of that resource. */
  readonly derivedFrom?: { readonly field: string; readonly parent: AnyResource; readonly later: LaterRecords }
  /** Whether its records only accompany others, so that a short description of a world does not count them. */
  readonly isMinor?: true
  /** How many bytes a record takes, roughly. Default: those of a record with dozens of fields and a list. */
  readonly recordBytes?: number
  readonly plan: Field
  readonly list?: ListDeclaration<OrderingName> & {
    /** The name of the ordering that lists have. The records are then sorted before the first request. */
    orderingOf?(assumptions: Assumptions): NoInfer<OrderingName>
  }
  /** The form of its records in responses. Default: no response contains them. */
  readonly wire?: ResourceWire
  /** The assumptions that decide what is in the records themselves, and not only how they are written. */
  readonly builtFrom?: readonly AssumptionId[]
  /** How records change as time passes. */
  readonly lifecycle?: Lifecycle<Frozen<z.output<Schema>>>
  /** The values of fields that have only some, if assumptions decide which. */
  readonly choices?: Readonly<Record<string, (rules: RecordRules) => readonly string[]>>
  findIssues?(record: Frozen<z.output<Schema>>, rules: RecordRules): Issue[]
  /**
   * Returns a record that was stored under other assumptions as it is under the present ones. Default: unchanged.
   * It stays stored as it was until it is changed.
   */
  refit?(record: Frozen<z.output<Schema>>, seeding: Seeding): unknown
  /** Returns what a response contains of a record, in its order. */
  toWire(record: Frozen<z.output<Schema>>, assumptions: Assumptions): Fields
  seed(plan: ValueOf<Field>, seeding: Seeding): SeedSource
  /** Builds a record that is created later. The given fields are kept, and the others fit them. */
  create(creation: Creation<Partial<Frozen<z.input<Schema>>>>): unknown
}

/** A resource whose types do not matter. */
export type AnyResource = Resource

type ValueOf<Field> = Field extends PlanField<infer Plan> ? Plan : never

/** A record of a resource in the database. */
export type RecordOf<Of extends { readonly schema: z.ZodType }> = Frozen<z.output<Of['schema']>>

/** The given fields of a record. The others are generated or stay unchanged. */
export type GivenOf<Of extends { readonly schema: z.ZodType }> = Partial<Frozen<z.input<Of['schema']>>>

export type PlanOf<Of extends { readonly plan: PlanField }> = ValueOf<Of['plan']>

export type OrderingNameOf<Of extends AnyResource> = keyof NonNullable<Of['list']>['orderings'] & string

/** Defines a resource. Its schema determines the types of its records. */
export function defineResource<
  const Name extends string,
  Schema extends z.ZodObject,
  Field extends PlanField,
  OrderingName extends string,
>(definition: Resource<Name, Schema, Field, OrderingName>): Resource<Name, Schema, Field, OrderingName> {
  return definition
}

/** Returns the singular and the plural of a resource in prose. */
export function titleOf({ title, singular, name }: AnyResource): readonly [one: string, many: string] {
  return title ?? [singular, name]
}

export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}
