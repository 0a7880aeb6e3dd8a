import { z } from 'zod'
import { encodeBody } from '../../contract/response-body.ts'
import { defineEffect, spoilResponse } from './effect.ts'

/** Announces a length that the body does not have, and ends the connection after the body. */
export const wrongLengthEffect = defineEffect({
  kind: 'wrong-length',
  schema: z.strictObject({
    kind: z.literal('wrong-length'),
    by: z
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .refine((by) => by !== 0, 'It must not be 0')
      .default(10)
      .describe('How many more bytes are announced than sent; fewer if negative.'),
  }),
  create: ({ by }) =>
    spoilResponse(({ body }) => {
      return { kind: 'wrong-length', announced: Math.max(0, encodeBody(body).length + by) }
    }),
})
