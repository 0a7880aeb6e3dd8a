// The kinds of records of a declared API.

import type { Faker } from '@faker-js/faker'
import * as z from 'zod'
import { type AnyResource, defineResource, type Lifecycle } from '../engine/define/resource/resource.ts'
import { OptionError } from '../engine/input/options/option-error.ts'
import { MOST_MILLISECONDS } from '../engine/input/options/written-duration.ts'
import { readValue } from '../engine/input/schemas/describe-issues.ts'
import { writtenDuration } from '../engine/input/schemas/duration-schema.ts'
import { partOf } from '../engine/input/schemas/optional.ts'
import type { Fields } from '../engine/input/schemas/schema-walk.ts'
import { quote } from '../engine/input/text/quote.ts'
import { showValue } from '../engine/input/text/show-value.ts'
import type { IndexedFields } from '../engine/store/listing/filter.ts'
import type { Ordering } from '../engine/store/listing/ordering.ts'
import { groupsOf, planGroups, seedGroups } from '../engine/world/start/planned-groups.ts'
import type { Context } from './context.ts'
import { createDrawing, type Draw } from './drawing.ts'
import { fieldKindOf } from './field-kind.ts'
import type { Resource } from './records.ts'

export interface ResourceOptions<Schema extends z.ZodObject, Order extends string, Q, Built, Next> {
  /** Has `id`: a text or an integer. */
  readonly schema: Schema
  /** How ids are made. Default: integers from 1, or UUIDs. */
  id?(draw: Draw): string | number
  /** The name of one record, for documents. Default: the name of the resource without its last `s`. */
  readonly singular?: string
  /** A sentence that says what its records are, for documents. */
  readonly description?: string
  /** How many there are in a world whose scenario says nothing. Default: 10. */
  readonly count?: number
  /** The resource that each of these fields refers to. A record is deleted with the one that it belongs to. */
  readonly belongsTo?: { readonly [Field in FieldOf<Schema>]?: Resource }
  /** Orders by name: a field, or fields; `-created_at` is descending. The first one is the usual one; without, as added. */
  readonly orders?: Readonly<Record<Order, OrderField<Schema> | readonly OrderField<Schema>[]>>
  /** Builds the fields of a record that nobody has given. */
  build(draw: Draw): Built & NoMore<Built, z.input<Schema>>
  /** How a record is written in responses. Default: as it is stored. */
  view?(record: Readonly<z.output<Schema>>, context: Context<Q>): unknown
  /** What happens to a record by itself as time passes: those of the beginning count from the start of the world. */
  next?(record: Readonly<z.output<Schema>>): Next & NoMoreSet<Next, z.output<Schema>>
}

type FieldOf<Schema extends z.ZodObject> = keyof z.output<Schema> & string
type OrderField<Schema extends z.ZodObject> = FieldOf<Schema> | `-${FieldOf<Schema>}`
/** Refuses fields that there are not: what a function returns may otherwise have any. */
type NoMore<Given, Known> = unknown extends Known
  ? unknown
  : Given extends readonly (infer Each)[]
    ? Extract<Known, readonly unknown[]> extends readonly (infer Item)[]
      ? readonly NoMore<Each, Item>[]
      : unknown
    : Given extends object
      ? {
          readonly [Name in keyof Given]: Name extends KeyOf<Known> ? NoMore<Given[Name], MemberOf<Known, Name>> : never
        }
      : unknown
// Those of any of several forms.
type KeyOf<Known> = Known extends unknown ? keyof Known : never
type MemberOf<Known, Name> = Known extends unknown ? (Name extends keyof Known ? Known[Name] : never) : never
type NoMoreSet<Next, Known> = Next extends { readonly set: infer Set }
  ? { readonly set: NoMore<Set, Known> }
  : undefined

/** What happens to a record, and after how many milliseconds, or after a duration such as `5s`. */
export type Following<Set> = { readonly after: number | string; readonly set: Set } | undefined

/** The options of any resource. */
export type AnyResourceOptions = ResourceOptions<z.ZodObject, string, never, unknown, Following<object>>

/** A resource as the engine has it, with what only lists and operations of its API need. */
export interface DeclaredResource extends AnyResource {
  readonly orders: Readonly<Record<string, unknown>>
  readonly options: AnyResourceOptions
  /** The fields that lists filter by. Lists add theirs while the API is declared. */
  readonly indexed: Record<string, IndexedFields[string]>
}

/** The order of a list without one: as its records were added. */
const AS_ADDED = 'as added'
/** An arbitrary order, for who wants to know what depends on the usual one. */
export const SHUFFLED = 'shuffled in no order'

/** Names the order that differs from another one only where records are equal in that. */
export const shuffleEqual = (order: string): string => (order === AS_ADDED ? order : `${order}, and ${SHUFFLED}`)

const USUAL_COUNT = 10

/** Builds the resource of the engine. @param faker draws the records */
export function buildResource(name: string, options: AnyResourceOptions, faker: Faker): DeclaredResource {
  const { schema, count = USUAL_COUNT, belongsTo = {}, orders = {}, next } = options
  const singular = options.singular ?? name.replace(/(.)s$/, '$1')
  const parents = belongsTo as Readonly<Record<string, DeclaredResource>>
  const indexed = Object.fromEntries(Object.keys(belongsTo).map((field) => [field, 'equality' as const]))
  const drawing = createDrawing(name, { ...options, belongsTo: parents }, faker)
  const plan = planGroups<Fields>(name, groupsOf(partOf(schema)), count)
  const resource: AnyResource = defineResource({
    name,
    singular,
    description: options.description ?? `The ${name} of the API.`,
    typeName: `${toTypeName(singular)}Record`,
    schema,
    belongsTo: parents,
    plan,
    list: {
      fields: indexed,
      orderings: buildOrderings(schema, orders),
      orderingOf: () => usualOrderOf(orders) as never,
    },
    wire: { typeName: toTypeName(singular), schemaOf: () => schema },
    ...(next !== undefined && { lifecycle: buildLifecycle(name, { record: schema, parents, next }) }),
    toWire: (record) => record as Fields,
    seed(groups, { context, tables }) {
      const seeding = drawing.start(context, plan.count(groups))
      const source = seedGroups(groups, (index, given) =>
        seeding({ index, given: given ?? {}, tables, table: tables.of(declared) }),
      )
      return { ...source, labelAt: (index) => `record ${index}` }
    },
    create: ({ context, index, now, fields, parents: known, tables }) =>
      drawing.add(context, {
        created: index,
        now,
        given: fields as Fields,
        parents: known,
        table: tables.of(declared),
      }),
  }) as AnyResource
  const declared = Object.assign(resource, { orders, options, indexed })
  return declared
}

/** The name of the order that lists have if nobody chooses one. */
export function usualOrderOf(orders: Readonly<Record<string, unknown>>): string {
  return Object.keys(orders)[0] ?? AS_ADDED
}

function buildOrderings(schema: z.ZodObject, orders: Readonly<Record<string, string | readonly string[]>>) {
  const named = Object.entries(orders).flatMap(([name, fields]): [string, Ordering][] => {
    const by = [fields].flat().map((field) => toKey(schema, field))
    return [
      [name, { by }],
      [shuffleEqual(name), { by: [...by, { field: 'id', as: 'shuffled' }] }],
    ]
  })
  return { ...Object.fromEntries(named), [AS_ADDED]: 'added' as const, [SHUFFLED]: 'shuffled' as const }
}

function toKey(schema: z.ZodObject, text: string) {
  const field = text.replace(/^-/, '')
  const kind = fieldKindOf(schema.shape[field] as z.ZodType)
  const as = kind === 'number' ? ('number' as const) : kind === 'time' ? ('timestamp' as const) : ('text' as const)
  return { field, as, ...(text.startsWith('-') && { isDescending: true as const }) }
}

const OF_NEXT = 'Return { after, set } with fields that the record can have, or nothing.'

interface LifecycleSource {
  readonly record: z.ZodObject
  readonly parents: Readonly<Record<string, AnyResource>>
  readonly next: NonNullable<AnyResourceOptions['next']>
}

function buildLifecycle(name: string, { record: schemaOfRecord, parents, next }: LifecycleSource): Lifecycle<Fields> {
  // A record keeps its id.
  const { id: _id, ...changing } = schemaOfRecord.shape
  const schema = z.strictObject({
    after: writtenDuration(z.number().min(0).max(MOST_MILLISECONDS)),
    set: partOf(z.object(changing)),
  })
  // Beside its fields, a record has only checks of several of them.
  const whole = schemaOfRecord.def.checks === undefined ? z.any() : schemaOfRecord
  return {
    startsAtOnce: true,
    next(record, scene) {
      const refuse = (received: string): never => {
        throw new OptionError({ attempt: `read the result of next of ${name}`, received, advice: OF_NEXT })
      }
      const following = runNext(name, () => next(record))
      if (following === undefined) return undefined
      const read = readValue(schema, following)
      if ('text' in read) return refuse(read.text.replace(/^It is /, 'it is '))
      for (const [field, parent] of Object.entries(parents)) {
        const id = read.value.set[field] ?? undefined
        if (id !== undefined && scene.get(parent.name, id as string) === undefined)
          refuse(`"set.${field}" is ${showValue(id)}, and there is no such ${parent.singular}`)
      }
      const changed = readValue(whole, { ...record, ...read.value.set })
      if ('text' in changed) refuse(`with "set", the record is refused: ${changed.text}`)
      return read.value
    },
  }
}

/** Runs a function that says what follows. @throws OptionError, which ends no server if it throws on the timeline */
function runNext(name: string, next: () => unknown): unknown {
  try {
    return next()
  } catch (error) {
    const received = `it threw ${quote(error instanceof Error ? error.message : String(error))}`
    throw Object.assign(new OptionError({ attempt: `ask next of ${name}`, received, advice: OF_NEXT }), {
      cause: error,
    })
  }
}

/** Turns a name into that of a type: `line_item` into `LineItem`. */
function toTypeName(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())
}
