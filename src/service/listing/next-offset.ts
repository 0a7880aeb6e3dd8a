import type { Assumptions } from '../../engine/assumptions/assumptions.ts'
import type { FoundPage } from '../../engine/contract/list-page.ts'

/** Returns the offset in a page (assumption `lastPageOffset`). */
export function findNextOffset(
  { limit, offset }: { readonly limit: bigint; readonly offset: bigint },
  { records, hasMore }: Pick<FoundPage<unknown>, 'records' | 'hasMore'>,
  { lastPageOffset }: Assumptions,
): bigint {
  if (lastPageOffset === 'limit') return offset + limit
  return lastPageOffset === 'zeroAtEnd' && !hasMore ? 0n : offset + BigInt(records.length)
}
