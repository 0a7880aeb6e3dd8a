// The assumptions and the settings of a session.

import * as z from 'zod'
import { type AssumptionOverrides, listEntries, presetValue } from '../../define/assumptions/assumptions.ts'
import { assumptionsSchemaOf } from '../../define/assumptions/assumptions-schema.ts'
import { listExclusions } from '../../define/assumptions/exclusions.ts'
import type { Questions } from '../../define/assumptions/register-entry.ts'
import { varySeedSchema } from '../../define/assumptions/variation.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../requests/control-responses.ts'
import { strictSchema } from '../shared/fields.ts'

const entrySchema = z.strictObject({
  id: z.string().describe('The id of the assumption.'),
  section: z.string().describe('The section of the contract that leaves it open.'),
  question: z.string().describe('What the contract leaves open.'),
  value: z.string().describe('Its current value.'),
  preset: z.string().describe('The value of the preset.'),
  values: z.record(z.string(), z.string()).describe('The named values, each with its meaning.'),
  free: z.string().nullable().describe('Describes which other values are allowed.'),
  decidesRecords: z.boolean().describe('Whether it decides which records come, or in which order.'),
  requests: z.int().min(0).describe('How many of the requests in the request log depended on it.'),
  learned: z.string().optional().describe('What was learned about it from a real service, when, and from what.'),
  excludes: z
    .array(z.strictObject({ value: z.string(), id: z.string(), other: z.string() }))
    .describe('Which of its values has no effect together with which value of another entry, or the other way round.'),
})

// Each pair from the point of view of both entries.
const exclusionsOf = derivedFrom((questions: Questions) =>
  listExclusions(questions).flatMap(({ id, value, other }) => [
    { of: id, value, id: other.id, other: other.value },
    { of: other.id, value: other.value, id, other: value },
  ]),
)

/** An entry of the register with its value in a session. */
export type AssumptionEntry = z.output<typeof entrySchema>

export const assumptionOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'listAssumptions',
    request: 'GET /assumptions',
    summary: 'Everything that the contract leaves open, with its current value.',
    responses: { 200: json(z.array(entrySchema)) },
    run: listAssumptions,
  }),
  defineControl({
    name: 'assume',
    request: 'PATCH /assumptions',
    summary: 'Sets assumptions. The others and the data stay unchanged.',
    body: ({ questions }: ServiceDeclarations) => assumptionsSchemaOf(questions),
    responses: { 200: json(z.array(entrySchema)) },
    async run(context, { body }) {
      // The schema is built from the register, so its output has this type.
      await context.whenBuilt(() => context.session.assume(body as AssumptionOverrides))
      return listAssumptions(context)
    },
  }),
]

function listAssumptions({ declared: { questions }, session, learned = {} }: ControlContext): AssumptionEntry[] {
  const used = session.requests.counts().byAssumption
  return listEntries(questions).map(([id, entry]) => {
    const { section, question, values, freeValue } = entry
    return {
      id,
      section,
      question,
      value: String(session.assumptions[id]),
      preset: presetValue(questions, entry, session.preset),
      values,
      free: freeValue?.form ?? null,
      decidesRecords: questions.ofRecords?.includes(id) === true,
      requests: used[id] ?? 0,
      learned: learned[id],
      excludes: exclusionsOf(questions)
        .filter(({ of }) => of === id)
        .map(({ of, ...exclusion }) => exclusion),
    }
  })
}

const settingsSchemaOf = derivedFrom(({ questions }: ServiceDeclarations) => {
  const presetSchema: z.ZodType<string, string> = z.enum(questions.presets).describe('The preset of the assumptions.')
  return z.strictObject({
    preset: presetSchema,
    presets: z.array(presetSchema).describe('All presets.'),
    strict: strictSchema,
    vary: varySeedSchema
      .nullable()
      .describe('The seed that the assumptions are drawn from that nobody has chosen; null if none is drawn.'),
  })
})

/** The settings of a session. */
export type ControlSettings = z.output<ReturnType<typeof settingsSchemaOf>>

const changeSchemaOf = derivedFrom((declared: ServiceDeclarations) =>
  settingsSchemaOf(declared).omit({ presets: true }).partial(),
)

/** The settings to change. */
export type ControlSettingsChange = z.input<ReturnType<typeof changeSchemaOf>>

export const settingsOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getSettings',
    request: 'GET /settings',
    summary: 'The preset, and whether the session is strict and varied.',
    responses: { 200: json(settingsSchemaOf) },
    run: readSettings,
  }),
  defineControl({
    name: 'changeSettings',
    request: 'PATCH /settings',
    summary: 'Changes settings. Assumptions that were chosen and the data stay unchanged, until a reset.',
    body: changeSchemaOf,
    responses: { 200: json(settingsSchemaOf) },
    async run(context, { body }) {
      await context.whenBuilt(() => context.session.configure(body))
      return readSettings(context)
    },
  }),
]

function readSettings({ declared, session: { preset, strict, vary } }: ControlContext): ControlSettings {
  return { preset, presets: [...declared.questions.presets], strict, vary: vary?.seed ?? null }
}
