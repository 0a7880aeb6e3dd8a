// Effects on the connection: delays, stalls, cuts and wrong lengths.

import * as z from 'zod'
import { countOf } from '../../input/text/count-of.ts'
import { describeDuration, drawDuration, durationSchema } from '../../store/time/duration.ts'
import { defineEffect, defineTransportEffect } from './effect.ts'

export const delayEffect = defineEffect({
  kind: 'delay',
  title: 'Delay',
  description: 'Responds after a delay.',
  settings: {
    milliseconds: durationSchema.meta({
      description: 'Milliseconds or text such as 2s, { min, max }, or { median, sigma } with a long tail.',
      examples: [1000],
    }),
  },
  short: { setting: 'milliseconds', description: 'The delay: milliseconds, or text such as 2s.' },
  example: { milliseconds: 1000 },
  isProbed: true,
  chaos: { weight: 20, drawSettings: (draw) => ({ milliseconds: draw.integer(50, 1000) }) },
  waits: true,
  describe: ({ milliseconds }) => `waits ${describeDuration(milliseconds)} before the response`,
  async apply({ milliseconds }, { draw, wait, respond }) {
    await wait(drawDuration(milliseconds, draw))
    return respond()
  },
})

export const stallEffect = defineTransportEffect({
  kind: 'stall',
  title: 'No response',
  description: 'Never sends the response. The operation still runs.',
  settings: {},
  example: {},
  isProbed: true,
  chaos: { weight: 2, drawSettings: () => ({}) },
  describe: () => 'never sends the response',
  spoil: () => ({ kind: 'stall' }),
})

export const resetEffect = defineTransportEffect({
  kind: 'reset',
  title: 'Cut connection',
  description: 'Cuts the connection before the response, or in the middle of its body. The operation still runs.',
  settings: {
    when: z.enum(['before', 'during']).default('before').describe('Before the response, or in the middle of its body.'),
  },
  example: {},
  isProbed: true,
  chaos: { weight: 10, drawSettings: (draw) => ({ when: draw.pick(['before', 'during'] as const) }) },
  describe: ({ when }) =>
    `cuts the connection ${when === 'before' ? 'before the response' : 'in the middle of the body'}`,
  spoil: ({ body }, { when }) =>
    when === 'before' ? { kind: 'reset' } : { kind: 'cut', after: Math.floor(body.length / 2) },
})

export const wrongLengthEffect = defineTransportEffect({
  kind: 'wrong-length',
  title: 'Wrong length',
  description: 'Announces a length that the body does not have, and ends the connection after the body.',
  settings: {
    by: z
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .refine((by) => by !== 0, 'It must not be 0')
      .default(10)
      .meta({ title: 'Bytes', description: 'How many more bytes are announced than sent; fewer if negative.' }),
  },
  example: {},
  isProbed: true,
  chaos: { weight: 5, drawSettings: (draw) => ({ by: draw.pick([-1, 1]) * draw.integer(1, 50) }) },
  describe({ by }) {
    const bytes = countOf(Math.abs(by), 'byte')
    return `announces ${bytes} ${by > 0 ? 'more' : 'less'} than it sends`
  },
  spoil: ({ body }, { by }) => ({ kind: 'wrong-length', announced: Math.max(0, body.length + by) }),
})
