// The forms in which a fault can be written, short or long.

import * as z from 'zod'
import { omitUndefined } from '../input/schemas/schema-walk.ts'
import { countBytes } from '../input/text/count-bytes.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import type { Effect } from './effects/effect.ts'
import { type EffectDeclarations, effectsOf } from './effects/effects.ts'
import { faultMatchSchemaOf, faultSchemaOf } from './fault.ts'

const MATCH_FIELDS = ['operation', 'method', 'path', 'query'] as const

// Faults stay in memory, and a request is compared with all of them.
const MOST_TEXT_BYTES = 64 * 1024
const TOO_LONG = 'It must not contain a text of more than 64 KiB'

/** The effects that can be written in a field of their own. */
type ShortEffect = Effect & { readonly short: NonNullable<Effect['short']> }

const shortEffectsOf = derivedFrom((declared: EffectDeclarations) =>
  effectsOf(declared).filter((each): each is ShortEffect => each.short !== undefined),
)

function besideOf({ short: { beside = [] } }: ShortEffect): readonly string[] {
  return beside
}

function buildShortSchema({ schema, short: { setting, description } }: ShortEffect): z.ZodType {
  return (setting === undefined ? schema.omit({ kind: true }) : withoutDefault(schema.shape[setting] as z.ZodType))
    .optional()
    .describe(description)
}

// With its default, the field would be in every fault.
function withoutDefault(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema
}

const writtenSchemaOf = derivedFrom((declared: EffectDeclarations) => {
  const { id, match, effect, probability, times } = faultSchemaOf(declared).shape
  // The effects without required settings.
  const simple = effectsOf(declared).filter(({ kind, schema }) => schema.safeParse({ kind }).success)
  const short = shortEffectsOf(declared).flatMap((each) => [
    [each.kind, buildShortSchema(each)],
    ...besideOf(each).map((name) => [name, each.schema.shape[name]]),
  ])
  return z.strictObject({
    id,
    ...faultMatchSchemaOf(declared).shape,
    match: match.unwrap().optional().describe('The requests that it applies to.'),
    ...(Object.fromEntries(short) as Readonly<Record<never, never>>),
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

type WrittenFault = z.output<ReturnType<typeof writtenSchemaOf>>

/** The schema of the forms of a fault. Its output is the full form, and a fault in that form stays unchanged. */
export const faultInputSchemaOf = derivedFrom((declared: EffectDeclarations) => {
  const short = shortEffectsOf(declared)
  const fields = [...short.map(({ kind }) => kind), 'effect']
  const beside = short.flatMap((each) => besideOf(each).map((field) => ({ kind: each.kind, field })))
  return (
    writtenSchemaOf(declared)
      .superRefine((fault, context) => {
        const present = fields.filter((field) => has(fault, field))
        if (present.length !== 1) {
          const names = fields.map((field) => `"${field}"`)
          const message = `It must have exactly one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
          context.addIssue({ code: 'custom', message })
        }
        const stray = beside.filter(({ kind, field }) => has(fault, field) && !has(fault, kind))
        for (const { kind, field } of stray) {
          const message = `It must stand beside "${kind}", or inside "effect"`
          context.addIssue({ code: 'custom', message, path: [field], input: Reflect.get(fault, field) })
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
        not: {
          anyOf: [
            ...MATCH_FIELDS.map((field) => ({ required: ['match', field] })),
            ...beside.map(({ kind, field }) => ({ required: [field], not: { required: [kind] } })),
          ],
        },
      })
      .transform((fault) => writeOut(fault, short))
      .pipe(faultSchemaOf(declared))
  )
})

function has(fault: WrittenFault, field: string): boolean {
  return Reflect.get(fault, field) !== undefined
}

interface Located {
  readonly path: readonly string[]
  readonly value: unknown
}

/** Finds the texts that are too long, and the objects with a name that is. */
function* findLongTexts(value: unknown, path: readonly string[] = []): Iterable<Located> {
  if (typeof value === 'string' && isTooLong(value)) yield { path, value }
  if (typeof value !== 'object' || value === null) return
  if (Object.keys(value).some(isTooLong)) yield { path, value }
  for (const [name, field] of Object.entries(value)) yield* findLongTexts(field, [...path, name])
}

function isTooLong(text: string): boolean {
  return text.length > MOST_TEXT_BYTES || countBytes(text) > MOST_TEXT_BYTES
}

function writeOut(
  { effect, ...fault }: WrittenFault,
  short: readonly ShortEffect[],
): z.input<ReturnType<typeof faultSchemaOf>> {
  const { operation, method, path, query, ...others } = fault
  const rest = new Map<string, unknown>(Object.entries(others))
  const own = short.find(({ kind }) => rest.get(kind) !== undefined)
  for (const each of short) for (const name of [each.kind, ...besideOf(each)]) rest.delete(name)
  const outline = {
    ...Object.fromEntries(rest),
    match: fault.match ?? omitUndefined({ operation, method, path, query }),
    effect: own === undefined ? writeEffectOut(effect) : writeShortOut(own, fault),
  }
  // The type of the schema does not include the effects, because it is built from a list.
  return omitUndefined(outline) as z.input<ReturnType<typeof faultSchemaOf>>
}

function writeShortOut(own: ShortEffect, fault: object): object {
  const { kind, short } = own
  const value: unknown = Reflect.get(fault, kind)
  if (short.setting === undefined) return { kind, ...(value as object) }
  const beside = besideOf(own).map((name) => [name, Reflect.get(fault, name)])
  return omitUndefined({ kind, [short.setting]: value, ...Object.fromEntries(beside) })
}

function writeEffectOut(effect: WrittenFault['effect']): unknown {
  return typeof effect === 'string' ? { kind: effect } : effect
}
