import type { ByteBudget } from '../byte-budget.ts'
import { measureWorldChanges } from '../data/world.ts'
import type { WorldChanges } from '../data/world-plan.ts'

/** The memory of a session beside the data that it begins with. */
export interface Ledger {
  /** Adds bytes for something that is about to be written; fewer than 0 are given back. @throws NoRoomError if they don't fit */
  add(bytes: number): void
  bytes(): number
  release(): void
}

// Measured, and rounded up: a world without changes, an empty journal, a contract that no other session has.
const SESSION_BYTES = 32 * 1024

/** Reserves the memory of a session. @throws NoRoomError if there is none, or not enough for the changes that it begins with */
export function createLedger(name: string, changes: WorldChanges | undefined, budget: ByteBudget): Ledger {
  let bytes = SESSION_BYTES + measureWorldChanges(changes)
  let isReleased = false
  const failed = `Failed to begin session "${name}"`
  const memory = budget.reserve('sessions', bytes, { failed, what: 'what was written in it takes' })
  return {
    bytes: () => bytes,
    add(difference) {
      if (isReleased) return
      memory.resize(bytes + difference, { failed: 'Failed to write the record', what: 'it takes' })
      bytes += difference
    },
    release() {
      isReleased = true
      memory.release()
    },
  }
}
