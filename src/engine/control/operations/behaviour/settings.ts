// The settings of a session that are not part of its scenario.

import * as z from 'zod'
import { varySeedSchema } from '../../../assumptions/variation.ts'
import type { ServiceDeclarations } from '../../../define/service.ts'
import type { Preset } from '../../../define/service-types.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../../control-operation.ts'
import { json } from '../../requests/control-responses.ts'

const buildPresetSchema = ({ questions }: ServiceDeclarations): z.ZodType<Preset, Preset> => z.enum(questions.presets)
const strictSchema = z.boolean().describe('Whether everything outside of the contract is rejected or labelled.')
const varySchema = varySeedSchema
  .nullable()
  .describe('The seed that the assumptions are drawn from that nobody has chosen; null if none is drawn.')

const buildSettingsSchema = (declared: ServiceDeclarations) =>
  z.strictObject({
    preset: buildPresetSchema(declared),
    presets: z.array(buildPresetSchema(declared)).describe('All presets.'),
    strict: strictSchema,
    vary: varySchema,
  })

/** The settings of a session. */
export type ControlSettings = z.output<ReturnType<typeof buildSettingsSchema>>

const buildChangeSchema = (declared: ServiceDeclarations) =>
  z.strictObject({
    preset: buildPresetSchema(declared).optional(),
    strict: strictSchema.optional(),
    vary: varySchema.optional(),
  })

/** The settings to change. */
export type ControlSettingsChange = z.input<ReturnType<typeof buildChangeSchema>>

export const buildSettingsOperations = (declared: ServiceDeclarations): readonly ControlOperation[] => {
  const settingsSchema = buildSettingsSchema(declared)
  return [
    defineControl({
      name: 'getSettings',
      request: 'GET /settings',
      summary: 'The preset, and whether the session is strict and varied.',
      responses: { 200: json(settingsSchema) },
      run: readSettings,
    }),
    defineControl({
      name: 'changeSettings',
      request: 'PATCH /settings',
      summary: 'Changes settings. Assumptions that were chosen and the data stay unchanged, until a reset.',
      body: buildChangeSchema(declared),
      responses: { 200: json(settingsSchema) },
      async run(context, { body }) {
        await context.whenBuilt(() => context.session.configure(body))
        return readSettings(context)
      },
    }),
  ]
}

function readSettings({ declared, session: { preset, strict, vary } }: ControlContext): ControlSettings {
  return { preset, presets: [...declared.questions.presets], strict, vary: vary?.seed ?? null }
}
