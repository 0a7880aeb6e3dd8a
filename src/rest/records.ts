// Kinds of records of a declared API, and their types.

import type * as z from 'zod'

/** A kind of record. */
export interface Resource<
  Name extends string = string,
  Schema extends z.ZodObject = z.ZodObject,
  Order extends string = string,
> {
  /** Its name, as in `simulator.db`. */
  readonly name: Name
  /** The schema of a record. */
  readonly schema: Schema
  /** Its orders, by name. */
  readonly orders: Readonly<Record<Order, unknown>>
}

/** A record as it is stored: what its schema puts out. */
export type RecordOf<R extends Resource> = Readonly<z.output<R['schema']>>
/** What a person gives of a record; the rest is built, and so is what is undefined. */
export type Given<R extends Resource> = {
  readonly [Field in keyof z.input<R['schema']>]?: z.input<R['schema']>[Field] | undefined
}
