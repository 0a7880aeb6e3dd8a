// What the responses of the control API contain.

import type { z } from 'zod'
import type { ResponseStream } from '../../contract/operation/messages.ts'
import { type Body, decodeBody } from '../../http/body.ts'
import type { NothingShape, ResponseShape, TextKind } from '../../http/operation-declaration.ts'
import type { Frozen } from '../../input/schemas/freeze.ts'
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
export function jsonText(schema: z.ZodType): JsonShape<string | Body> {
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
