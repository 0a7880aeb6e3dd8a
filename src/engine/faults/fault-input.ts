// The forms in which a fault can be written, short or long.

import * as z from 'zod'
import { omitUndefined } from '../input/schemas/schema-walk.ts'
import { countBytes } from '../limits/count-bytes.ts'
import { rolloutEffect } from '../seam/rollout-effect.ts'
import { effects } from './effects/effects.ts'
import { respondEffect, statusEffect } from './effects/responses.ts'
import { delayEffect } from './effects/transport.ts'
import { faultMatchSchema, faultSchema } from './fault.ts'

// The effects without required settings.
const SIMPLE_EFFECTS = effects.filter(({ kind, schema }) => schema.safeParse({ kind }).success).map(({ kind }) => kind)

const EFFECT_FIELDS = ['status', 'respond', 'delay', 'rollout', 'effect'] as const
const MATCH_FIELDS = Object.keys(faultMatchSchema.shape) as (keyof typeof faultMatchSchema.shape)[]

// Faults stay in memory, and a request is compared with all of them.
const MOST_TEXT_BYTES = 64 * 1024
const TOO_LONG = 'It must not contain a text of more than 64 KiB'

const { id, match, effect, probability, times } = faultSchema.shape

const writtenSchema = z.strictObject({
  id,
  ...faultMatchSchema.shape,
  match: match.unwrap().optional().describe('The requests that it applies to.'),
  status: (statusEffect.schema.shape.status as z.ZodType<number>).optional().describe('The status of the response.'),
  respond: respondEffect.schema.omit({ kind: true }).optional().describe('A response of your own.'),
  delay: (delayEffect.schema.shape.milliseconds as z.ZodType).optional().describe('The delay in milliseconds.'),
  rollout: (rolloutEffect.schema.shape.outcome as z.ZodType)
    .optional()
    .describe('How a rollout ends that the request starts.'),
  effect: z
    .union([z.enum(SIMPLE_EFFECTS), effect])
    .optional()
    .describe('Any effect: its name, or an object with its settings.'),
  probability: probability
    .unwrap()
    .optional()
    .describe('The probability that it applies to a matching request. Default: 1.'),
  times,
})

type Written = z.output<typeof writtenSchema>

/**
 * The schema of the forms of a fault that `faults.add`, scenarios and the control API accept. Its
 * output is the full form. A fault in the full form stays unchanged.
 */
export const faultInputSchema = writtenSchema
  .superRefine((fault, context) => {
    const given = EFFECT_FIELDS.filter((field) => fault[field] !== undefined)
    if (given.length !== 1) {
      context.addIssue({
        code: 'custom',
        message: 'It must have exactly one of "status", "respond", "delay", "rollout" and "effect"',
      })
    }
    for (const field of MATCH_FIELDS) {
      if (fault.match === undefined || fault[field] === undefined) continue
      const message = 'It must be inside "match", because "match" is present'
      context.addIssue({ code: 'custom', message, path: [field], input: fault[field] })
    }
    for (const { path, value } of findLongTexts(fault)) {
      context.addIssue({ code: 'custom', message: TOO_LONG, path: [...path], input: value })
    }
  })
  // The same rules for JSON Schema, so that editors know them.
  .meta({
    oneOf: EFFECT_FIELDS.map((field) => ({ required: [field] })),
    not: { anyOf: MATCH_FIELDS.map((field) => ({ required: ['match', field] })) },
  })
  .transform(writeOut)
  .pipe(faultSchema)

interface Placed {
  readonly path: readonly string[]
  readonly value: unknown
}

/** Finds the texts that are too long, and the objects with a name that is. */
function* findLongTexts(value: unknown, path: readonly string[] = []): Iterable<Placed> {
  if (typeof value === 'string' && isTooLong(value)) yield { path, value }
  if (typeof value !== 'object' || value === null) return
  if (Object.keys(value).some(isTooLong)) yield { path, value }
  for (const [name, field] of Object.entries(value)) yield* findLongTexts(field, [...path, name])
}

function isTooLong(text: string): boolean {
  return text.length > MOST_TEXT_BYTES || countBytes(text) > MOST_TEXT_BYTES
}

function writeOut({ status, respond, delay, rollout, ...fault }: Written): z.input<typeof faultSchema> {
  const { operation, method, path, query, ...others } = fault
  const outline = {
    ...others,
    match: fault.match ?? omitUndefined({ operation, method, path, query }),
    effect: writeEffectOut({ status, respond, delay, rollout, effect: fault.effect }),
  }
  // The type of the schema does not include the effects, because it is built from a list.
  return omitUndefined(outline) as z.input<typeof faultSchema>
}

function writeEffectOut({
  status,
  respond,
  delay,
  rollout,
  effect,
}: Pick<Written, (typeof EFFECT_FIELDS)[number]>): unknown {
  if (status !== undefined) return { kind: 'status', status }
  if (respond !== undefined) return { kind: 'respond', ...respond }
  if (delay !== undefined) return { kind: 'delay', milliseconds: delay }
  if (rollout !== undefined) return { kind: 'rollout', outcome: rollout }
  return typeof effect === 'string' ? { kind: effect } : effect
}
