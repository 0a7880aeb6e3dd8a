import { z } from 'zod'
import { omitUndefined } from '../records/schema-walk.ts'
import { delayEffect } from './effects/delay.ts'
import { effects } from './effects/effects.ts'
import { statusEffect } from './effects/status.ts'
import { faultMatchSchema, faultSchema } from './fault.ts'

// Those that need no settings.
const SIMPLE_EFFECTS = effects.filter(({ kind, schema }) => schema.safeParse({ kind }).success).map(({ kind }) => kind)

const EFFECT_FIELDS = ['status', 'delay', 'effect'] as const
const MATCH_FIELDS = Object.keys(faultMatchSchema.shape) as (keyof typeof faultMatchSchema.shape)[]

const { id, match, effect, probability, times } = faultSchema.shape

const writtenSchema = z.strictObject({
  id,
  ...faultMatchSchema.shape,
  match: match.unwrap().optional().describe('Which requests, in one place.'),
  status: (statusEffect.schema.shape.status as z.ZodType<number>).optional().describe('The status of the response.'),
  delay: (delayEffect.schema.shape.milliseconds as z.ZodType).optional().describe('How many milliseconds it takes.'),
  effect: z
    .union([z.enum(SIMPLE_EFFECTS), effect])
    .optional()
    .describe('Another effect: its name, or the effect with its settings.'),
  probability: probability.unwrap().optional().describe('How likely it is for each matching request. Default: 1.'),
  times,
})

type Written = z.output<typeof writtenSchema>

/**
 * The schema of a fault as people write it: in `faults.add`, in scenarios and in the control API.
 * It gives the fault written out. One that is written out already stays as it is.
 */
export const faultInputSchema = writtenSchema
  .superRefine((fault, context) => {
    const given = EFFECT_FIELDS.filter((field) => fault[field] !== undefined)
    if (given.length !== 1) {
      context.addIssue({ code: 'custom', message: 'It must have exactly one of "status", "delay" and "effect"' })
    }
    for (const field of MATCH_FIELDS) {
      if (fault.match === undefined || fault[field] === undefined) continue
      const message = 'It must be within "match", since there is one'
      context.addIssue({ code: 'custom', message, path: [field], input: fault[field] })
    }
  })
  // The same for editors.
  .meta({
    oneOf: EFFECT_FIELDS.map((field) => ({ required: [field] })),
    not: { anyOf: MATCH_FIELDS.map((field) => ({ required: ['match', field] })) },
  })
  .transform(writeOut)
  .pipe(faultSchema)

function writeOut({ status, delay, ...fault }: Written): z.input<typeof faultSchema> {
  const { operation, method, path, query, ...others } = fault
  const outline = {
    ...others,
    match: fault.match ?? omitUndefined({ operation, method, path, query }),
    effect: writeEffectOut(status, delay, fault.effect),
  }
  // The schema is put together from the effects, which its type cannot say.
  return omitUndefined(outline) as z.input<typeof faultSchema>
}

function writeEffectOut(status: Written['status'], delay: Written['delay'], named: Written['effect']): unknown {
  if (status !== undefined) return { kind: 'status', status }
  if (delay !== undefined) return { kind: 'delay', milliseconds: delay }
  return typeof named === 'string' ? { kind: named } : named
}
