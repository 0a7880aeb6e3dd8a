// The objects that lists are in, and the length and the offset of a page.

import * as z from 'zod'
import { defineEnvelope, type FoundPage, type Page, type Slice } from '../engine/contract/operation/responses.ts'
import { hashText } from '../engine/store/random.ts'
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

/** Returns how many records a page has if more follow (assumption `shortPages`). */
export function findPageLength({ limit, offset }: AskedPart, { shortPages, lastPageOffset }: Assumptions): number {
  const most = Number(limit)
  if (shortPages === 'never' || lastPageOffset === 'limit') return most
  const least = Math.ceil(most / 2)
  return least + (hashText(`page/${offset}`) % Math.max(1, most - least))
}

/** Completes a page, with the limit that was asked for. */
export function finishPage<Item>(asked: AskedPart, found: FoundPage<Item>, assumptions: Assumptions): Page<Item> {
  const evidence = { ...found.evidence, limit: Number(asked.limit) }
  return { ...found, evidence, offset: findNextOffset(asked, found, assumptions) }
}

/** Returns the offset in a page (assumption `lastPageOffset`). */
function findNextOffset(
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
