// Effects on the connection: delays, stalls, cuts and wrong lengths.

import * as z from 'zod'
import { describeDuration, drawDuration, durationSchema } from '../../store/time/duration.ts'
import { defineEffect, spoilResponse } from './effect.ts'

/** Responds after a delay. */
export const delayEffect = defineEffect({
  kind: 'delay',
  title: 'Delay',
  description: 'Responds after a delay.',
  schema: z.strictObject({
    kind: z.literal('delay'),
    milliseconds: durationSchema.meta({
      description: 'A number, { min, max }, or { median, sigma } with a long tail.',
      examples: [1000],
    }),
  }),
  describe: ({ milliseconds }) => `waits ${describeDuration(milliseconds)} before the response`,
  create:
    ({ milliseconds }) =>
    async ({ draw, wait, respond }) => {
      await wait(drawDuration(milliseconds, draw))
      return respond()
    },
})

/** Never sends the response. The operation still runs. */
export const stallEffect = defineEffect({
  kind: 'stall',
  title: 'No response',
  description: 'Never sends the response. The operation still runs.',
  schema: z.strictObject({ kind: z.literal('stall') }),
  describe: () => 'never sends the response',
  create: () => spoilResponse(() => ({ kind: 'stall' })),
})

/** Cuts the connection. The operation still runs. */
export const resetEffect = defineEffect({
  kind: 'reset',
  title: 'Cut connection',
  description: 'Cuts the connection before the response, or in the middle of its body. The operation still runs.',
  schema: z.strictObject({
    kind: z.literal('reset'),
    when: z.enum(['before', 'during']).default('before').describe('Before the response, or in the middle of its body.'),
  }),
  describe: ({ when }) =>
    `cuts the connection ${when === 'before' ? 'before the response' : 'in the middle of the body'}`,
  create: ({ when }) =>
    spoilResponse(({ body }) =>
      when === 'before' ? { kind: 'reset' } : { kind: 'cut', after: Math.floor(body.length / 2) },
    ),
})

/** Announces a length that the body does not have, and ends the connection after the body. */
export const wrongLengthEffect = defineEffect({
  kind: 'wrong-length',
  title: 'Wrong length',
  description: 'Announces a length that the body does not have, and ends the connection after the body.',
  schema: z.strictObject({
    kind: z.literal('wrong-length'),
    by: z
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .refine((by) => by !== 0, 'It must not be 0')
      .default(10)
      .meta({ title: 'Bytes', description: 'How many more bytes are announced than sent; fewer if negative.' }),
  }),
  describe({ by }) {
    const bytes = Math.abs(by) === 1 ? '1 byte' : `${Math.abs(by)} bytes`
    return `announces ${bytes} ${by > 0 ? 'more' : 'less'} than it sends`
  },
  create: ({ by }) =>
    spoilResponse(({ body }) => {
      return { kind: 'wrong-length', announced: Math.max(0, body.length + by) }
    }),
})
