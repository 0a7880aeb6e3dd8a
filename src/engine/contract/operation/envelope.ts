// What an object is that contains a list.

import * as z from 'zod'
import { type Addable, isThere } from '../../define/assumptions/answers.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'

/** A field beside a list. */
export interface EnvelopeField<List = never> extends Addable {
  /** Its values, for documents and types. */
  readonly schema: z.ZodType
  /** Returns its value for a list. A fault may pass a list without records. */
  read(list: List): bigint | number | string | null
}

/** An object that contains a list. Everything that writes, describes or changes such an object follows from this. */
export interface Envelope<List = never> {
  /** The field of the list. */
  readonly list: string
  /** The fields after the list, in their order. */
  readonly fields: Readonly<Record<string, EnvelopeField<List>>>
}

/** Defines an envelope. What its fields read determines which lists it can contain. */
export function defineEnvelope<
  List,
  const Name extends string,
  const Fields extends Readonly<Record<string, EnvelopeField<List>>>,
>(envelope: {
  readonly list: Name
  readonly fields: Fields & Readonly<Record<string, EnvelopeField<List>>>
}): {
  readonly list: Name
  readonly fields: Fields
} {
  return envelope
}

/** Lists the fields beside a list that the service has, with their names. */
export function listEnvelopeFields<List>(
  { fields }: Envelope<List>,
  assumptions: Assumptions,
): [string, EnvelopeField<List>][] {
  return Object.entries(fields).filter(([, field]) => isThere(field, assumptions))
}

type SchemaOf<Field extends EnvelopeField> = Field extends { readonly addedBy: object }
  ? z.ZodOptional<Field['schema']>
  : Field['schema']
type ShapeOf<Of extends Envelope, Item extends z.ZodType> = { [Name in Of['list']]: z.ZodArray<Item> } & {
  -readonly [Name in keyof Of['fields']]: SchemaOf<Of['fields'][Name]>
}

/** Builds the schema of an envelope with a list of these items. Fields that an assumption adds are optional. */
export function schemaOfEnvelope<Of extends Envelope, Item extends z.ZodType>(
  { list, fields }: Of,
  item: Item,
): z.ZodObject<ShapeOf<Of, Item>, z.core.$strict> {
  const rest = Object.entries(fields).map(([name, { schema, addedBy }]) => [
    name,
    addedBy === undefined ? schema : schema.optional(),
  ])
  // The shape has the fields of the envelope with their schemas.
  return z.strictObject({ [list]: z.array(item), ...Object.fromEntries(rest) }) as never
}
