import type { ByteBudget, Kept } from '../../limits/byte-budget.ts'
import { estimateBytes } from '../../limits/byte-size.ts'
import type { Row } from './model.ts'
import type { Version } from './version.ts'

/** Caches completed seeded records, as long as there is memory for them. */
export type RecordCache<Item> = ReturnType<typeof createRecordCache<Item>>

// A completed record is usually rendered too, and its JSON is cached as long as the record.
const COPIES = 2

/**
 * Creates a cache of completed records.
 *
 * @param version the version of the rows; the cache is cleared when it ends
 */
export function createRecordCache<Item>(budget: ByteBudget, version: Version) {
  const records = new Map<Row, Kept<{ row: Row; record: Item }>>()
  const keep = budget.openCache<{ row: Row; record: Item }>('records', ({ row }) => void records.delete(row))
  version.onDrop(() => {
    for (const kept of records.values()) budget.release(kept)
    records.clear()
  })
  return {
    /** Returns the record of a row, if it is cached. */
    find(row: Row): Item | undefined {
      // Not marked as used, because a page would do so for each of its records.
      return records.get(row)?.item.record
    },
    keep(row: Row, record: Item) {
      if (version.isOver()) return
      const kept = keep({ row, record }, COPIES * estimateBytes(record))
      if (kept !== undefined) records.set(row, kept)
    },
  }
}
