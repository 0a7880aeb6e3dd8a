// The objects that lists are in, and the offset of a page.

import * as z from 'zod'
import { defineEnvelope, type FoundPage, type Page, type Slice } from '../engine/contract/operation/responses.ts'
import type { Assumptions } from './assumptions/assumptions.ts'

export const pageEnvelope = defineEnvelope({
  list: 'resources',
  fields: {
    offset: {
      schema: z.int().min(0).describe('The offset of the next page.'),
      read: ({ offset }: Page<unknown>) => offset,
    },
  },
})

export const sliceEnvelope = defineEnvelope({
  list: 'items',
  fields: {
    next_cursor: {
      schema: z.string().nullable().describe('The cursor of the next page; null if there is none.'),
      read: ({ nextCursor }: Slice<unknown>) => nextCursor,
    },
  },
})

interface AskedPart {
  readonly limit: bigint
  readonly offset: bigint
}

/** Returns the offset in a page (assumption `lastPageOffset`). */
export function findNextOffset(
  { limit, offset }: AskedPart,
  { records, hasMore }: FoundPage<unknown>,
  { lastPageOffset }: Assumptions,
): bigint {
  const end = offset + BigInt(records.length)
  switch (lastPageOffset) {
    case 'returned':
      return end
    case 'limit':
      return offset + limit
    case 'zeroAtEnd':
      return hasMore ? end : 0n
  }
}
