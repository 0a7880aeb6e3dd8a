import { z } from 'zod'
import { defineEffect, replaceBody } from './effect.ts'

// What stands between a client and a service answers so when something is wrong with it.
const PAGE = '<!doctype html><html><head><title>Bad gateway</title></head><body></body></html>'

/** Sends a body that is no JSON, under a header that says it is. */
export const malformedEffect = defineEffect({
  kind: 'malformed',
  schema: z.strictObject({
    kind: z.literal('malformed'),
    body: z.string().default(PAGE).describe('What is sent. Default: a page of HTML.'),
  }),
  create: ({ body }) => replaceBody(() => body),
})
