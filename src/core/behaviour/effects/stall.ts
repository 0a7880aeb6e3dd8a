import { z } from 'zod'
import { defineEffect, spoilResponse } from './effect.ts'

/** Never answers. What was asked for happens. */
export const stallEffect = defineEffect({
  kind: 'stall',
  schema: z.strictObject({ kind: z.literal('stall') }),
  create: () => spoilResponse(() => ({ kind: 'stall' })),
})
