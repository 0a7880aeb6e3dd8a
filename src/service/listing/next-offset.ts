import type { FoundPage } from '../../engine/contract/list-page.ts'
import type { Assumptions } from '../../engine/define/assumptions/assumptions.ts'

/** Returns the offset in a page (assumption `lastPageOffset`). */
export function findNextOffset(
  { limit, offset }: { readonly limit: bigint; readonly offset: bigint },
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
