// Memory of one owner that grows and shrinks, and that nobody else can take.

import type { ByteBudget, MemoryKind, Purpose } from './byte-budget.ts'

/** The bytes that an owner has reserved. */
export interface GrowingBytes {
  /** Adds bytes before they are needed. A negative number frees bytes. @throws NoRoomError if they don't fit */
  add(bytes: number): void
  bytes(): number
  /** Frees all bytes. Nothing is reserved any more after that. */
  release(): void
}

/**
 * Reserves bytes of the budget.
 *
 * @param first how many at first, and what they are for
 * @param later what bytes are for that are added later
 * @throws NoRoomError if they don't fit
 */
export function growBytes(
  budget: ByteBudget,
  kind: MemoryKind,
  first: { readonly bytes: number; readonly purpose: Purpose },
  later: Purpose = first.purpose,
): GrowingBytes {
  let { bytes } = first
  let isReleased = false
  const memory = budget.reserve(kind, bytes, first.purpose)
  return {
    bytes: () => bytes,
    add(difference) {
      if (isReleased) return
      memory.resize(bytes + difference, later)
      bytes += difference
    },
    release() {
      isReleased = true
      memory.release()
    },
  }
}
