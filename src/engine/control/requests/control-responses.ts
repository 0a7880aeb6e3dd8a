// What the responses of the control API contain: JSON or events.

import type { z } from 'zod'
import type { ResponseStream } from '../../define/messages.ts'
import type { ResponseShape } from '../../http/operation-declaration.ts'
import type { Frozen } from '../../input/schemas/freeze.ts'

/** A response with a JSON value. */
export interface JsonShape<Value = unknown> extends ResponseShape<Value> {
  readonly kind: 'json'
  readonly schema: z.ZodType
}

/** A response with a JSON value that matches a schema. */
export function json<Schema extends z.ZodType>(schema: Schema): JsonShape<Frozen<z.output<Schema>>> {
  return { kind: 'json', schema, write: (value) => JSON.stringify(value) }
}

/** A response with JSON that is already written and matches a schema. */
export function jsonText(schema: z.ZodType): JsonShape<string> {
  return { kind: 'json', schema, write: (value) => value }
}

/** A stream of events. */
export const eventStream: ResponseShape<ResponseStream> = { kind: 'events', write: () => '' }

/** A redirect to a URL. */
export const redirect: ResponseShape<string> = { kind: 'redirect', write: () => '' }

/** Whether a response contains JSON. */
export function isJson(shape: ResponseShape): shape is JsonShape {
  return shape.kind === 'json'
}
