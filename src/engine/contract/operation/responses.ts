// What the responses of operations contain: a record, a list or a page.

import type { z } from 'zod'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import type { AnyResource, RecordOf } from '../../define/resource/resource.ts'
import type { Body } from '../../http/body.ts'
import type { NothingShape, ResponseShape } from '../../http/operation-declaration.ts'
import { type Envelope, listEnvelopeFields } from './envelope.ts'
import type { ListEvidence } from './messages.ts'

/** Records of a resource. */
interface Items {
  readonly resource: AnyResource
  readonly records: readonly object[]
}

/** What a response is written with. */
export interface Writer {
  readonly assumptions: Assumptions
  /** Writes the JSON of records, separated by commas, between two texts. */
  writeRecords(items: Items, before: string, after: string): Body
  /** Returns how the JSON of an object around a list begins: with a brace, and unknown fields if the service sends any. */
  openEnvelope(): string
}

type ItemOf<Of extends AnyResource> = RecordOf<Of>

/** A page of a list. */
export interface Page<Item> {
  readonly records: readonly Item[]
  /** Whether records follow the page. */
  readonly hasMore: boolean
  /** Counts the records on all pages. This may take time. */
  countAll(): number
  /** The offset in the response, which the next request uses. */
  readonly offset: bigint
  readonly evidence: ListEvidence
}

/** A response that contains records of a resource. */
export interface RecordShape<Value = unknown> extends ResponseShape<Value, Writer> {
  readonly kind: 'record' | 'list' | 'page' | 'slice'
  readonly resource: AnyResource
  /** The object that a list is in, if it is in one. */
  envelopeOf?(assumptions: Assumptions): Envelope | undefined
  /** Whether a page beyond the end of the list is empty, and not an error. */
  canBeBeyond?(assumptions: Assumptions): boolean
}

/** A response with one record. */
export function record<Of extends AnyResource>(resource: Of): RecordShape<ItemOf<Of>> {
  const write = (value: ItemOf<Of>, writer: Writer) =>
    writer.writeRecords({ resource, records: [value as object] }, '', '')
  return { kind: 'record', resource, write }
}

/**
 * A response with all records of a list.
 *
 * @param envelopeOf returns the object that the list is in. Default: a bare array
 */
export function list<Of extends AnyResource>(
  resource: Of,
  envelopeOf: (assumptions: Assumptions) => Envelope<readonly unknown[]> | undefined = () => undefined,
): RecordShape<readonly ItemOf<Of>[]> {
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

/**
 * A response with a page of a list.
 *
 * @param canBeBeyond whether a page beyond the end of the list is empty, and not an error. Default: it is
 */
export function page<Of extends AnyResource>(
  resource: Of,
  envelope: Envelope<Page<unknown>>,
  canBeBeyond: (assumptions: Assumptions) => boolean = () => true,
): RecordShape<Page<ItemOf<Of>>> {
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
): RecordShape<Slice<ItemOf<Of>>> {
  return {
    kind: 'slice',
    resource,
    envelopeOf: () => envelope,
    write: (found, writer) => wrap({ resource, records: found.records as readonly object[] }, found, envelope, writer),
  }
}

/** Returns the resource that a response contains records of, if any. */
export function findResource(shape: ResponseShape): AnyResource | undefined {
  return 'resource' in shape ? (shape as RecordShape<unknown>).resource : undefined
}

/** A response with an object that is not a record. */
export interface ObjectShape<Value = unknown> extends ResponseShape<Value, Writer> {
  readonly kind: 'object'
  /** The name of its schema in the service's OpenAPI document. */
  readonly typeName: string
  readonly schema: z.ZodObject
}

/**
 * A response with an object that is not a record.
 *
 * @param typeName the name of its schema in the service's OpenAPI document
 */
export function object<Schema extends z.ZodObject>(typeName: string, schema: Schema): ObjectShape<z.output<Schema>> {
  return { kind: 'object', typeName, schema, write: (value) => JSON.stringify(value) }
}

/** A response with JSON that is already written. */
interface JsonTextShape extends ResponseShape<string> {
  readonly kind: 'json'
  /** What the JSON is. */
  readonly schema: z.ZodType
}

/** A response with JSON that is already written and matches a schema. */
export function jsonText(schema: z.ZodType): JsonTextShape {
  return { kind: 'json', schema, write: (value) => value }
}

/** A response with a page of HTML. */
interface HtmlShape extends ResponseShape<string> {
  readonly kind: 'html'
}

export const htmlText: HtmlShape = { kind: 'html', write: (value) => value }

/** The kinds of responses that an operation of the service can have. */
export type ServiceShape = RecordShape | ObjectShape | JsonTextShape | HtmlShape | NothingShape

/** Returns the object that the list of a response is in, if it is in one. */
export function findEnvelope(shape: ResponseShape, assumptions: Assumptions): Envelope | undefined {
  return 'envelopeOf' in shape ? (shape as RecordShape).envelopeOf?.(assumptions) : undefined
}

/** Returns how a list was selected, if a result is a page. */
export function readEvidence({ kind }: ResponseShape, value: unknown): ListEvidence | undefined {
  return kind === 'page' ? (value as Page<unknown>).evidence : undefined
}

function wrap<List>(items: Items, found: List, envelope: Envelope<List>, writer: Writer): Body {
  const last = listEnvelopeFields(envelope, writer.assumptions).map(
    ([name, { read }]) => `,"${name}":${writeScalar(read(found))}`,
  )
  return writer.writeRecords(items, `${writer.openEnvelope()}"${envelope.list}":[`, `]${last.join('')}}`)
}

// JSON.stringify does not write an integer that is too large for a number.
function writeScalar(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}
