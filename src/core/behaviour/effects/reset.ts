import { z } from 'zod'
import { encodeBody } from '../../contract/response-body.ts'
import { defineEffect, spoilResponse } from './effect.ts'

/** Cuts the connection. The operation still runs. */
export const resetEffect = defineEffect({
  kind: 'reset',
  schema: z.strictObject({
    kind: z.literal('reset'),
    when: z.enum(['before', 'during']).default('before').describe('Before the response, or in the middle of its body.'),
  }),
  create: ({ when }) =>
    spoilResponse(({ body }) => ({
      kind: 'cut',
      after: when === 'before' ? null : Math.floor(encodeBody(body).length / 2),
    })),
})
