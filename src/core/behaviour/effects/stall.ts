import { z } from 'zod'
import { defineEffect, spoilResponse } from './effect.ts'

/** Never sends the response. The operation still runs. */
export const stallEffect = defineEffect({
  kind: 'stall',
  schema: z.strictObject({ kind: z.literal('stall') }),
  create: () => spoilResponse(() => ({ kind: 'stall' })),
})
