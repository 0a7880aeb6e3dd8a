import { z } from 'zod'
import { defineEffect, replaceBody } from './effect.ts'

/** Sends only the start of the body. Content-Length matches it. */
export const truncateEffect = defineEffect({
  kind: 'truncate',
  schema: z.strictObject({
    kind: z.literal('truncate'),
    share: z.number().min(0).max(0.99).default(0.5).describe('The share of the body that is sent, from 0 to 0.99.'),
  }),
  create: ({ share }) => replaceBody((body) => body.slice(0, Math.floor(body.length * share))),
})
