// What the responses of the control API contain, and how they are built.

import type { z } from 'zod'
import type { ResponseStream, ServiceRequest, ServiceResponse } from '../../contract/operation/messages.ts'
import { type Body, buildBody, decodeBody, encodeBody, NO_BODY } from '../../http/body.ts'
import {
  contentTypes,
  type NothingShape,
  type ResponseShape,
  readResult,
  type TextKind,
} from '../../http/operation-declaration.ts'
import type { Frozen } from '../../input/schemas/schema-walk.ts'
import { hashText } from '../../store/random.ts'
import type { Declared } from '../shared/fields.ts'

export interface JsonShape<Value = unknown> extends ResponseShape<Value, unknown, string> {
  readonly kind: 'json'
  readonly schema: Declared<z.ZodType>
}

/** A response with a JSON value that matches a schema. */
export function json<Schema extends z.ZodType>(schema: Declared<Schema>): JsonShape<Frozen<z.output<Schema>>> {
  return { kind: 'json', schema, write: (value) => JSON.stringify(value) }
}

/** A response with JSON that is already written and matches a schema. */
export function writtenJson(schema: z.ZodType): JsonShape<string | Body> {
  return { kind: 'json', schema, write: (value) => (typeof value === 'string' ? value : decodeBody(value)) }
}

interface TextShape extends ResponseShape<string, unknown, string> {
  readonly kind: TextKind
}

export const text = (kind: TextKind): TextShape => ({ kind, write: (value) => value })

interface EventsShape extends ResponseShape<ResponseStream, unknown, string> {
  readonly kind: 'events'
}

interface RedirectShape extends ResponseShape<string, unknown, string> {
  readonly kind: 'redirect'
}

/** The kinds of responses that an operation of the control API can have. */
export type ControlShape = JsonShape | TextShape | EventsShape | RedirectShape | NothingShape

export const eventStream: EventsShape = { kind: 'events', write: () => '' }

export const redirect: RedirectShape = { kind: 'redirect', write: () => '' }

export function isJson(shape: ControlShape): shape is JsonShape {
  return shape.kind === 'json'
}

/** Builds the response with what an operation has returned. */
export function buildResponse(
  operation: { readonly responses: Readonly<Record<number, ControlShape>>; readonly isCacheable?: true },
  result: unknown,
  header: ServiceRequest['header'],
): ServiceResponse {
  const { status, shape, value } = readResult(operation, result)
  const type = contentTypes[shape.kind]
  const headers = { ...(type !== null && { 'content-type': type }), 'cache-control': 'no-store' }
  // What an operation returns has the type of the shape.
  switch (shape.kind) {
    case 'nothing':
      return { status, headers, body: NO_BODY }
    case 'redirect':
      return { status, headers: { location: value as string, ...headers }, body: NO_BODY }
    case 'events':
      return { status, headers, body: NO_BODY, stream: value as ResponseStream }
    default: {
      if (value instanceof Uint8Array) return { status, headers, body: buildBody([value as Body]) }
      const text = shape.write(value as never, undefined)
      return operation.isCacheable === true
        ? buildCacheable(text, contentTypes[shape.kind], header)
        : { status, headers, body: encodeBody(text) }
    }
  }
}

/** Builds the response with a text: 304 without a body if the client has the same text. */
function buildCacheable(text: string, type: string, header: ServiceRequest['header']): ServiceResponse {
  const etag = `"${toHex(hashText(text))}${toHex(hashText(text, text.length))}"`
  const headers = { 'cache-control': 'private, no-cache', etag }
  const known = (header('if-none-match') ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return { status: 304, headers, body: NO_BODY }
  return { status: 200, headers: { ...headers, 'content-type': type }, body: encodeBody(text) }
}

function toHex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0')
}
