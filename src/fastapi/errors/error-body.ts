// The bodies of errors.

import * as z from 'zod'
import type { Frozen } from '../../engine/input/schemas/schema-walk.ts'
import type { Assumptions } from '../assumptions.ts'

/** One issue of a parameter or a field, in the words of the service's own validator. */
export const validationErrorWire = z.strictObject({
  type: z.string().describe('The kind of issue.'),
  loc: z.array(z.union([z.string(), z.int()])).describe('Where it is: `query` or `body`, then the names below it.'),
  msg: z.string().describe('What is wrong.'),
  input: z.unknown().describe('What was received.'),
  ctx: z.record(z.string(), z.unknown()).exactOptional().describe('The limits that the message names.'),
})

/** The body of an error, for each value of the assumption `errorBody`. */
export const errorWire = {
  fastapi: z.strictObject({ detail: z.union([z.string(), z.array(validationErrorWire)]) }),
  problem: z.strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.array(z.strictObject({ location: z.string(), detail: z.string() })).exactOptional(),
  }),
  message: z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) }),
} as const satisfies Record<Assumptions['errorBody'], z.ZodType>

/** One issue of a request, as an `ErrorBody` lists it. */
export type ValidationError = z.output<typeof validationErrorWire>

/** The same, as the parsers build it. */
export type ValidationIssue = Frozen<ValidationError>

/**
 * The body of an error response, under every preset. For other values of the assumption
 * `errorBody`: `ErrorBody<'problem'>` (RFC 9457) and `ErrorBody<'message'>`.
 *
 * @example
 * const { detail }: ErrorBody = await response.json()
 * const issues = typeof detail === 'string' ? [] : detail
 */
export type ErrorBody<Style extends keyof typeof errorWire = 'fastapi'> = z.output<(typeof errorWire)[Style]>
