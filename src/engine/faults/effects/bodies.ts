// Effects that change the body of a response.

import * as z from 'zod'
import { encodeText } from '../../http/body.ts'
import { defineEffect, replaceBody } from './effect.ts'

export const truncateEffect = defineEffect({
  kind: 'truncate',
  title: 'Cut body',
  description: 'Sends only the start of the body. Content-Length matches it.',
  settings: {
    share: z.number().min(0).max(0.99).default(0.5).describe('The share of the body that is sent, from 0 to 0.99.'),
  },
  example: {},
  isProbed: true,
  chaos: { weight: 5, drawSettings: (draw) => ({ share: draw.integer(0, 99) / 100 }) },
  describe: ({ share }) =>
    share === 0 ? 'sends no body' : `sends only the first ${Math.round(share * 100)} % of the body`,
  apply: ({ share }, context) => replaceBody(context, (body) => body.slice(0, Math.floor(body.length * share))),
})

// Proxies between a client and a service respond like this when they fail.
const PAGE = '<!doctype html><html><head><title>Bad gateway</title></head><body></body></html>'

export const malformedEffect = defineEffect({
  kind: 'malformed',
  title: 'Malformed body',
  description: 'Sends a body that is not JSON, although the content type says so.',
  settings: {
    body: z.string().default(PAGE).describe('The body that is sent. Default: an HTML page.'),
  },
  example: {},
  isProbed: true,
  chaos: { weight: 5, drawSettings: () => ({}) },
  describe: () => 'sends a body that is not JSON',
  apply: ({ body }, context) => replaceBody(context, () => encodeText(body)),
})
