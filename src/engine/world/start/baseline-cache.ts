// The baselines in use, and a few more.

import { createBoundedMap } from '../../limits/bounded-map.ts'
import type { Asked, ByteBudget, Kept, Reservation } from '../../limits/byte-budget.ts'
import { createLease, type Lease } from '../../limits/lease.ts'
import type { Baseline } from './baseline.ts'

/** A baseline with its memory. */
export interface BuiltBaseline {
  readonly key: string
  readonly baseline: Baseline
  readonly bytes: number
  readonly asked: Asked
  /** The memory that is reserved while it is in use. */
  readonly memory: Reservation
}

/** The baselines in use, and a few unused ones that may be needed again. */
export interface BaselineCache {
  /** @throws NoRoomError if it was unused and there is no longer enough memory for it */
  find(key: string): Lease<Baseline> | undefined
  add(built: BuiltBaseline): Lease<Baseline>
}

interface Entry extends Omit<BuiltBaseline, 'memory'> {
  users: number
  memory: Reservation
}

// Enough to switch back and forth in a demo. Each can contain a hundred thousand records.
const UNUSED_KEPT = 3

/** Creates an empty cache. */
export function createBaselineCache(budget: ByteBudget): BaselineCache {
  const used = new Map<string, Entry>()
  const unused = createBoundedMap<string, Kept<Entry>>(UNUSED_KEPT, (kept) => {
    budget.release(kept)
    drop(kept.item)
  })
  const drop = ({ key, baseline }: Entry): void => {
    unused.take(key)
    baseline.version.end()
  }
  const keepUnused = budget.openCache<Entry>('worlds', drop)

  const revive = (kept: Kept<Entry>): Entry => {
    budget.release(kept)
    const { item } = kept
    item.memory = budget.reserve('worlds', item.bytes, item.asked)
    return item
  }
  const release = (entry: Entry): void => {
    entry.users -= 1
    if (entry.users > 0) return
    used.delete(entry.key)
    entry.memory.release()
    entry.baseline.version.clear()
    const kept = keepUnused(entry, entry.bytes)
    if (kept === undefined) drop(entry)
    else unused.set(entry.key, kept)
  }
  const lease = (entry: Entry): Lease<Baseline> => {
    used.set(entry.key, entry)
    entry.users += 1
    return createLease(entry.baseline, () => release(entry))
  }

  return {
    find(key) {
      const entry = used.get(key)
      if (entry !== undefined) return lease(entry)
      const kept = unused.take(key)
      return kept === undefined ? undefined : lease(revive(kept))
    },
    add: (built) => lease({ ...built, users: 0 }),
  }
}
