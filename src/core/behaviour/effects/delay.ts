import { z } from 'zod'
import { drawDuration, durationSchema } from '../duration.ts'
import { defineEffect } from './effect.ts'

/** Responds after a delay. */
export const delayEffect = defineEffect({
  kind: 'delay',
  schema: z.strictObject({
    kind: z.literal('delay'),
    milliseconds: durationSchema.describe('A number, { min, max }, or { median, sigma } with a long tail.'),
  }),
  create:
    ({ milliseconds }) =>
    async ({ draw, wait, respond }) => {
      await wait(drawDuration(milliseconds, draw))
      return respond()
    },
})
