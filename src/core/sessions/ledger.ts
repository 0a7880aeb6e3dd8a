// The memory that a session uses for its changes.

import type { ByteBudget } from '../byte-budget.ts'
import { measureWorldChanges } from '../world/apply-changes.ts'
import type { WorldChanges } from '../world/world-plan.ts'

/** The memory of a session, without the data that it starts with. */
export interface Ledger {
  /** Adds bytes before something is written. A negative number frees bytes. @throws NoRoomError if they don't fit */
  add(bytes: number): void
  bytes(): number
  release(): void
}

// Measured and rounded up: a world without changes, an empty journal, and a contract that is not shared.
const SESSION_BYTES = 32 * 1024

/** Reserves the memory of a session and of its initial changes. @throws NoRoomError if there is not enough */
export function createLedger(name: string, changes: WorldChanges | undefined, budget: ByteBudget): Ledger {
  let bytes = SESSION_BYTES + measureWorldChanges(changes)
  let isReleased = false
  const failed = `Failed to create session "${name}"`
  const memory = budget.reserve('sessions', bytes, { failed, what: 'its changes take' })
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
