// What the responses of operations contain: a record, a list or a page, and the object that a list is in.

import * as z from 'zod'
import {
  type Addable,
  type Assumptions,
  isThere,
  type OfAssumptions,
  type TrackedAssumptions,
} from '../../define/assumptions/assumptions.ts'
import type { AnyResource, RecordOf } from '../../define/resource/resource.ts'
import { type Body, buildBody, encodeText, type ResponseBody } from '../../http/body.ts'
import type { NothingShape, ResponseShape } from '../../http/operation-declaration.ts'
import type { Fields } from '../../input/schemas/schema-walk.ts'
import type { Filter } from '../../store/listing/filter.ts'
import type { ChangedRecords } from '../../world/database.ts'
import type { Baseline } from '../../world/start/baseline.ts'

interface Items {
  readonly resource: AnyResource
  readonly records: readonly object[]
}

export interface Writer {
  readonly assumptions: Assumptions
  /** Writes the JSON of records, separated by commas, between two texts. */
  writeRecords(items: Items, before: string, after: string): ResponseBody
  /** Returns how the JSON of an object around a list begins: with a brace, and unknown fields if the service sends any. */
  openEnvelope(): string
}

/** How a page of records was selected. */
export interface ListEvidence {
  /** What was listed, e.g. `deployments`. */
  resource: string
  /** One of them, e.g. `deployment`. */
  singular: string
  /** The filter of each parameter, in the order of the contract. */
  filters: readonly { parameter: string; filter: Filter }[]
  /** How many records there were. */
  total: number
  /** How many each filter left. */
  left: readonly number[] | LargeList
  offset: bigint
  limit: number
  returned: number
  /** The offset in the response. */
  next?: bigint
}

/** A list that was too large to count the matches of its filters for each request. Only this finds it again. */
export interface LargeList {
  readonly ordering: string
  readonly baseline: Baseline
  /** The changed records of the time of the request, which the moment of a request refers to as well. */
  readonly records: ChangedRecords
}

/** A page of a list without its offset in the response, which assumptions decide. */
export interface FoundPage<Item> {
  readonly records: readonly Item[]
  readonly hasMore: boolean
  /** Counts the records on all pages. This may take time. */
  countAll(): number
  readonly evidence: ListEvidence
}

export interface Page<Item> extends FoundPage<Item> {
  /** The offset in the response, which the next request uses. */
  readonly offset: bigint
}

export interface RecordShape<Value = unknown> extends ResponseShape<Value, Writer> {
  readonly kind: 'record' | 'list' | 'page' | 'slice'
  readonly resource: AnyResource
  /** Returns the schema of the response with that of a record, and an example, if it does not follow from the envelope. */
  schemaWith?(record: z.ZodType, example: unknown): z.ZodType
  envelopeOf?(assumptions: Assumptions): Envelope | undefined
  /** Whether a page beyond the end of the list is empty, and not an error. */
  canBeBeyond?(assumptions: Assumptions): boolean
}

export function record<Of extends AnyResource>(resource: Of): RecordShape<RecordOf<Of>> {
  const write = (value: RecordOf<Of>, writer: Writer) =>
    writer.writeRecords({ resource, records: [value as object] }, '', '')
  return { kind: 'record', resource, write }
}

/** A response with all records of a list, in an object if `envelopeOf` returns one. */
export function list<Of extends AnyResource>(
  resource: Of,
  envelopeOf: OfAssumptions<Envelope<readonly unknown[]> | undefined> = () => undefined,
): RecordShape<readonly RecordOf<Of>[]> {
  return {
    kind: 'list',
    resource,
    envelopeOf,
    write(records, writer) {
      const items = { resource, records: records as readonly object[] }
      const envelope = envelopeOf(writer.assumptions)
      return envelope === undefined ? writer.writeRecords(items, '[', ']') : wrap(items, records, envelope, writer)
    },
  }
}

/** A response with a page of a list. @param canBeBeyond whether a page beyond its end is empty. Default: it is */
export function page<Of extends AnyResource>(
  resource: Of,
  envelope: Envelope<Page<unknown>>,
  canBeBeyond: OfAssumptions<boolean> = () => true,
): RecordShape<Page<RecordOf<Of>>> {
  return {
    kind: 'page',
    resource,
    envelopeOf: () => envelope,
    canBeBeyond,
    write: (found, writer) => wrap({ resource, records: found.records as readonly object[] }, found, envelope, writer),
  }
}

/** A page of a list, with the cursor of the next page. */
export interface Slice<Item> {
  readonly records: readonly Item[]
  /** Null if there is no next page. */
  readonly nextCursor: string | null
}

/** A response with a page of a list, and the cursor of the next page. */
export function slice<Of extends AnyResource>(
  resource: Of,
  envelope: Envelope<Slice<unknown>>,
): RecordShape<Slice<RecordOf<Of>>> {
  return {
    kind: 'slice',
    resource,
    envelopeOf: () => envelope,
    write: (found, writer) => wrap({ resource, records: found.records as readonly object[] }, found, envelope, writer),
  }
}

export function findResource(shape: ResponseShape): AnyResource | undefined {
  return 'resource' in shape ? (shape as RecordShape<unknown>).resource : undefined
}

export interface ObjectShape<Value = unknown> extends ResponseShape<Value, Writer> {
  readonly kind: 'object'
  /** The name of its schema in the service's OpenAPI document. */
  readonly typeName: string
  readonly schema: z.ZodObject
}

/** A response with an object that is not a record. Its type is named in the service's OpenAPI document. */
export function object<Schema extends z.ZodObject>(typeName: string, schema: Schema): ObjectShape<z.output<Schema>> {
  return { kind: 'object', typeName, schema, write: (value) => JSON.stringify(value) }
}

interface JsonTextShape extends ResponseShape<string> {
  readonly kind: 'json'
  readonly schema: z.ZodType
}

/** A response with JSON that is already written and matches a schema. */
export function jsonText(schema: z.ZodType): JsonTextShape {
  return { kind: 'json', schema, write: (value) => value }
}

interface HtmlShape extends ResponseShape<string> {
  readonly kind: 'html'
}

export const htmlText: HtmlShape = { kind: 'html', write: (value) => value }

/** The kinds of responses that an operation of the service can have. */
export type ServiceShape = (RecordShape | ObjectShape | JsonTextShape | HtmlShape | NothingShape) & Addable

/** Returns how the list of a result was selected and the object that it is in, as far as it has them. */
export function readList(shape: ResponseShape, value: unknown, assumptions: Assumptions) {
  const page = shape.kind === 'page' ? (value as Page<unknown>) : undefined
  const envelope = 'envelopeOf' in shape ? (shape as RecordShape).envelopeOf?.(assumptions) : undefined
  const next = page?.offset === undefined ? undefined : { next: page.offset }
  const evidence = page && { evidence: { ...next, ...page.evidence } }
  return Object.assign({}, evidence, envelope && { envelope })
}

function wrap<List>(items: Items, found: List, envelope: Envelope<List>, writer: Writer): ResponseBody {
  let last = ''
  for (const [name, field] of Object.entries(envelope.fields))
    if (isThere(field, writer.assumptions)) last += `,"${name}":${writeScalar(field.read(found))}`
  return writer.writeRecords(items, `${writer.openEnvelope()}"${envelope.list}":[`, `]${last}}`)
}

// JSON.stringify does not write an integer that is too large for a number.
function writeScalar(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}

export interface EnvelopeField<List = never> extends Addable {
  /** Its values, for documents and types. */
  readonly schema: z.ZodType
  /** Returns its value for a list. A fault may pass a list without records. */
  read(list: List): bigint | number | string | null
}

/** An object that contains a list. Everything that writes, describes or changes such an object follows from this. */
export interface Envelope<List = never> {
  readonly list: string
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
  return z.strictObject({ [list]: z.array(item).describe('The records.'), ...Object.fromEntries(rest) }) as never
}

/** Fields that no schema has, so that clients can show that they ignore them. */
export interface UnknownFields {
  /** Returns the fields of a record with unknown ones among them. */
  addTo(record: Fields): Fields
  readonly ofEnvelope: Fields
}

/** The JSON that was last written for each record, after a comma. Writers that share a record overwrite each other's. */
export interface RenderedRecords {
  /** Replaced by an empty one when memory is short. */
  json: WeakMap<object, { readonly by: object; readonly json: Body }>
}

interface WriterOptions {
  unknownFieldsOf?(assumptions: Assumptions): UnknownFields | undefined
}

/**
 * Creates what writes records as the service does. The JSON of a record is built once and cached as long
 * as the record exists, unless another writer writes the same record in between.
 */
export function createWriter(
  { assumptions, track, note }: TrackedAssumptions,
  { unknownFieldsOf }: WriterOptions,
  rendered: RenderedRecords,
): Writer {
  const { result: unknown, read: deciding } = track(() => unknownFieldsOf?.(assumptions))
  const envelope = unknown === undefined ? '{' : `${JSON.stringify(unknown.ofEnvelope).slice(0, -1)},`
  // For each resource: the assumptions that its records depend on.
  const dependsOn = new Map<string, Set<string>>()
  const render = (resource: AnyResource, record: object, by: Set<string>): Body => {
    const known = rendered.json.get(record)
    if (known?.by === by) return known.json
    const tracked = track(() => {
      // The caller passes records of the resource.
      const fields = resource.toWire(record as Fields, assumptions)
      note(deciding)
      return JSON.stringify(unknown === undefined ? fields : unknown.addTo(fields))
    })
    for (const id of tracked.read) by.add(id)
    const json = encodeText(`,${tracked.result}`)
    rendered.json.set(record, { by, json })
    return json
  }
  return {
    assumptions,
    writeRecords({ resource, records }, before, after) {
      const read = dependsOn.get(resource.name) ?? new Set()
      dependsOn.set(resource.name, read)
      note(resource.builtFrom ?? [])
      if (records.length > 0) note(read)
      const parts = [encodeText(before)]
      for (const record of records) {
        const json = render(resource, record, read)
        parts.push(parts.length === 1 ? json.subarray(1) : json)
      }
      parts.push(encodeText(after))
      return buildBody(parts)
    },
    openEnvelope() {
      note(deciding)
      return envelope
    },
  }
}
