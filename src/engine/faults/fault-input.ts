// The forms in which a fault can be written, short or long.

import * as z from 'zod'
import { omitUndefined } from '../input/schemas/schema-walk.ts'
import { countBytes } from '../limits/count-bytes.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import type { Effect } from './effects/effect.ts'
import { type EffectDeclarations, effectsOf } from './effects/effects.ts'
import { respondEffect, statusEffect } from './effects/responses.ts'
import { delayEffect } from './effects/transport.ts'
import { faultMatchSchemaOf, faultSchemaOf } from './fault.ts'

const MATCH_FIELDS = ['operation', 'method', 'path', 'query'] as const

// Faults stay in memory, and a request is compared with all of them.
const MOST_TEXT_BYTES = 64 * 1024
const TOO_LONG = 'It must not contain a text of more than 64 KiB'

/** The effects of a service that can be written in a field of their own, besides those that every service has. */
type ShortEffect = Effect & Required<Pick<Effect, 'short'>>

function listShort({ effects }: EffectDeclarations): readonly ShortEffect[] {
  return effects.filter((each): each is ShortEffect => each.short !== undefined)
}

const writtenSchemaOf = derivedFrom((declared: EffectDeclarations) => {
  const { id, match, effect, probability, times } = faultSchemaOf(declared).shape
  // The effects without required settings.
  const simple = effectsOf(declared).filter(({ kind, schema }) => schema.safeParse({ kind }).success)
  const own = listShort(declared).map(({ kind, schema, short: { setting, description } }) => [
    kind,
    (schema.shape[setting] as z.ZodType).optional().describe(description),
  ])
  return z.strictObject({
    id,
    ...faultMatchSchemaOf(declared).shape,
    match: match.unwrap().optional().describe('The requests that it applies to.'),
    status: (statusEffect.schema.shape.status as z.ZodType<number>).optional().describe('The status of the response.'),
    respond: respondEffect.schema.omit({ kind: true }).optional().describe('A response of your own.'),
    delay: (delayEffect.schema.shape.milliseconds as z.ZodType).optional().describe('The delay in milliseconds.'),
    ...(Object.fromEntries(own) as Readonly<Record<never, never>>),
    effect: z
      .union([z.enum(simple.map(({ kind }) => kind)), effect])
      .optional()
      .describe('Any effect: its name, or an object with its settings.'),
    probability: probability
      .unwrap()
      .optional()
      .describe('The probability that it applies to a matching request. Default: 1.'),
    times,
  })
})

type Written = z.output<ReturnType<typeof writtenSchemaOf>>

/**
 * The schema of the forms of a fault that `faults.add`, scenarios and the control API accept. Its
 * output is the full form. A fault in the full form stays unchanged.
 */
export const faultInputSchemaOf = derivedFrom((declared: EffectDeclarations) => {
  const short = listShort(declared)
  const fields = ['status', 'respond', 'delay', ...short.map(({ kind }) => kind), 'effect']
  return (
    writtenSchemaOf(declared)
      .superRefine((fault, context) => {
        const given = fields.filter((field) => Reflect.get(fault, field) !== undefined)
        if (given.length !== 1) {
          const names = fields.map((field) => `"${field}"`)
          const message = `It must have exactly one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
          context.addIssue({ code: 'custom', message })
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
        oneOf: fields.map((field) => ({ required: [field] })),
        not: { anyOf: MATCH_FIELDS.map((field) => ({ required: ['match', field] })) },
      })
      .transform((fault) => writeOut(fault, short))
      .pipe(faultSchemaOf(declared))
  )
})

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

function writeOut(
  { status, respond, delay, effect, ...fault }: Written,
  short: readonly ShortEffect[],
): z.input<ReturnType<typeof faultSchemaOf>> {
  const { operation, method, path, query, ...others } = fault
  const rest = new Map<string, unknown>(Object.entries(others))
  const own = short.find(({ kind }) => rest.get(kind) !== undefined)
  for (const { kind } of short) rest.delete(kind)
  const outline = {
    ...Object.fromEntries(rest),
    match: fault.match ?? omitUndefined({ operation, method, path, query }),
    effect:
      own === undefined
        ? writeEffectOut({ status, respond, delay, effect })
        : { kind: own.kind, [own.short.setting]: Reflect.get(fault, own.kind) },
  }
  // The type of the schema does not include the effects, because it is built from a list.
  return omitUndefined(outline) as z.input<ReturnType<typeof faultSchemaOf>>
}

function writeEffectOut({
  status,
  respond,
  delay,
  effect,
}: Pick<Written, 'status' | 'respond' | 'delay' | 'effect'>): unknown {
  if (status !== undefined) return { kind: 'status', status }
  if (respond !== undefined) return { kind: 'respond', ...respond }
  if (delay !== undefined) return { kind: 'delay', milliseconds: delay }
  return typeof effect === 'string' ? { kind: effect } : effect
}
