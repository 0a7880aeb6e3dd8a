// The objects that lists are in.

import * as z from 'zod'
import { defineEnvelope } from '../engine/contract/operation/envelope.ts'
import type { Page, Slice } from '../engine/contract/operation/responses.ts'

/** A page of a list (contract section 2.10). */
export const pageEnvelope = defineEnvelope({
  list: 'resources',
  fields: {
    offset: {
      schema: z.int().min(0).describe('The offset of the next page.'),
      read: ({ offset }: Page<unknown>) => offset,
    },
  },
})

/** A page of a list that has cursors. */
export const sliceEnvelope = defineEnvelope({
  list: 'items',
  fields: {
    next_cursor: {
      schema: z.string().nullable().describe('The cursor of the next page; null if there is none.'),
      read: ({ nextCursor }: Slice<unknown>) => nextCursor,
    },
  },
})
