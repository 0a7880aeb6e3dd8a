// The settings of a session that are not part of its scenario.

import * as z from 'zod'
import { varySeedSchema } from '../../assumptions/variation.ts'
import { PRESETS } from '../../seam/register.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../requests/control-responses.ts'

const presetSchema = z.enum(PRESETS)
const strictSchema = z.boolean().describe('Whether everything outside of the contract is rejected or labelled.')
const varySchema = varySeedSchema
  .nullable()
  .describe('The seed that the assumptions are drawn from that nobody has chosen; null if none is drawn.')

const settingsSchema = z.strictObject({
  preset: presetSchema,
  presets: z.array(presetSchema).describe('All presets.'),
  strict: strictSchema,
  vary: varySchema,
})

/** The settings of a session. */
export type ControlSettings = z.output<typeof settingsSchema>

const changeSchema = z.strictObject({
  preset: presetSchema.optional(),
  strict: strictSchema.optional(),
  vary: varySchema.optional(),
})

/** The settings to change. */
export type ControlSettingsChange = z.input<typeof changeSchema>

export const settingsOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getSettings',
    method: 'GET',
    template: '/settings',
    summary: 'The preset, and whether the session is strict and varied.',
    responses: { 200: json(settingsSchema) },
    run: readSettings,
  }),
  defineControl({
    name: 'changeSettings',
    method: 'PATCH',
    template: '/settings',
    summary: 'Changes settings. Assumptions that were chosen and the data stay unchanged, until a reset.',
    body: changeSchema,
    responses: { 200: json(settingsSchema) },
    *run(context, { body }) {
      yield* context.whenBuilt(() => context.session.configure(body))
      return readSettings(context)
    },
  }),
]

function readSettings({ session: { preset, strict, vary } }: ControlContext): ControlSettings {
  return { preset, presets: [...PRESETS], strict, vary: vary?.seed ?? null }
}
