// The memory that the changes of a table take.

import { estimateBytes } from '../../limits/byte-size.ts'
import type { Overlay } from '../rows/overlay.ts'

// The bytes to remember that a seeded record was removed.
const REMOVAL_BYTES = 256
// The bytes of a row in the library and in the table, of its entries in ordered lists, and
// of later additions.
const ROW_BYTES = 2048
// The values themselves, and their JSON.
const COPIES = 2

/** Estimates the bytes of a written record. */
export function measureRecord(values: unknown): number {
  return ROW_BYTES + COPIES * estimateBytes(values)
}

interface MeasuredChanges {
  readonly removed?: readonly string[]
  readonly replaced?: readonly unknown[]
  readonly added?: readonly unknown[]
}

/** Estimates the bytes of changes in a table. */
export function measureChanges({ removed = [], replaced = [], added = [] }: MeasuredChanges): number {
  const records = [...replaced, ...added]
  return records.reduce<number>((sum, record) => sum + measureRecord(record), removed.length * REMOVAL_BYTES)
}

/** Estimates the bytes to remember that a record was removed. */
export function measureRemoval(rows: Overlay, id: string): number {
  return rows.startedWith(id) ? REMOVAL_BYTES : 0
}

/** Reserves the bytes of each changed record, minus those that were reserved for it before, which it returns. */
export function createMeter(admit: (bytes: number) => void): (id: string, bytes: number) => number {
  const sizes = new Map<string, number>()
  return (id, bytes) => {
    const before = sizes.get(id) ?? 0
    admit(bytes - before)
    if (bytes === 0) sizes.delete(id)
    else sizes.set(id, bytes)
    return before
  }
}
