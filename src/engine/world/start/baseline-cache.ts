// The baselines in use, and a few more.

import type { ByteBudget, Kept, Purpose, Reservation } from '../../limits/byte-budget.ts'
import { createPool, type Lease } from '../../limits/pool.ts'
import type { Baseline } from './baseline.ts'

/** A baseline with its memory. */
export interface BuiltBaseline {
  readonly key: string
  readonly baseline: Baseline
  readonly bytes: number
  readonly purpose: Purpose
  /** The memory that is reserved while it is in use. */
  memory: Reservation
}

/** The baselines in use, and a few unused ones that may be needed again. */
export type BaselineCache = ReturnType<typeof createBaselineCache>

interface Entry extends BuiltBaseline {
  /** Its place among what can be dropped, while it is unused. */
  kept?: Kept | undefined
}

// Enough to switch back and forth in a demo. Each can contain a hundred thousand records.
const UNUSED_KEPT = 3

/** Creates an empty cache. */
export function createBaselineCache(budget: ByteBudget) {
  const keepUnused = budget.openCache<string>('worlds', (key) => pool.drop(key))
  const leaveBudget = (entry: Entry): void => {
    if (entry.kept !== undefined) budget.release(entry.kept)
    entry.kept = undefined
  }
  const pool = createPool<Entry>({
    mostUnused: UNUSED_KEPT,
    onUse(entry) {
      leaveBudget(entry)
      entry.memory = budget.reserve('worlds', entry.bytes, entry.purpose)
    },
    onUnused(key, entry) {
      entry.memory.release()
      entry.baseline.version.clear()
      entry.kept = keepUnused(key, entry.bytes)
      return entry.kept !== undefined
    },
    onDrop(entry) {
      leaveBudget(entry)
      entry.baseline.version.end()
    },
  })
  return {
    /** @throws NoRoomError if it was unused and there is no longer enough memory for it */
    find(key: string): Lease<Baseline> | undefined {
      const lease = pool.find(key)
      return lease && toBaseline(lease)
    },
    add: (built: BuiltBaseline) => toBaseline(pool.add(built.key, built)),
  }
}

function toBaseline({ item, release }: Lease<Entry>): Lease<Baseline> {
  return { item: item.baseline, release }
}
