import type { ByteBudget, Kept } from '../byte-budget.ts'
import { estimateBytes } from '../records/byte-size.ts'
import type { Row } from './model.ts'
import type { Version } from './version.ts'

/** Seeded records that were completed, as long as there is memory for them. */
export interface RecordCache<Item> {
  /** The record of a row, if it is kept. */
  find(row: Row): Item | undefined
  keep(row: Row, record: Item): void
}

// A record that was completed is mostly rendered, too, and its JSON is kept for as long as it is.
const COPIES = 2

/**
 * Creates a cache of completed records.
 *
 * @param version how long the rows last
 */
export function createRecordCache<Item>(budget: ByteBudget, version: Version): RecordCache<Item> {
  const records = new Map<Row, Kept<{ row: Row; record: Item }>>()
  const keep = budget.openCache<{ row: Row; record: Item }>('records', ({ row }) => void records.delete(row))
  version.onDrop(() => {
    for (const kept of records.values()) budget.release(kept)
    records.clear()
  })
  return {
    find(row) {
      const known = records.get(row)
      if (known === undefined) return undefined
      budget.touch(known)
      return known.item.record
    },
    keep(row, record) {
      if (version.isOver()) return
      const kept = keep({ row, record }, COPIES * estimateBytes(record))
      if (kept !== undefined) records.set(row, kept)
    },
  }
}
