import { z } from 'zod'
import { defineEffect, replaceBody } from './effect.ts'

// Proxies between a client and a service respond like this when they fail.
const PAGE = '<!doctype html><html><head><title>Bad gateway</title></head><body></body></html>'

/** Replaces the body by one that is not JSON, although the content type says so. */
export const malformedEffect = defineEffect({
  kind: 'malformed',
  schema: z.strictObject({
    kind: z.literal('malformed'),
    body: z.string().default(PAGE).describe('The body that is sent. Default: an HTML page.'),
  }),
  create: ({ body }) => replaceBody(() => body),
})
