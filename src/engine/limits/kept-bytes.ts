// Memory of one owner whose size changes, and that other parts can take.

import type { ByteBudget, Kept, MemoryKind } from './byte-budget.ts'

/** Keeps bytes of the budget, none at first. @param drop called because they do not fit, or others need them */
export function keepBytes(budget: ByteBudget, kind: MemoryKind, drop: () => void) {
  let kept: Kept | undefined
  const keep = budget.openCache<null>(kind, () => {
    kept = undefined
    drop()
  })
  const release = (): void => {
    if (kept !== undefined) budget.release(kept)
    kept = undefined
  }
  return {
    /** Sets how many there are. 0 releases them. */
    count(bytes: number) {
      if (bytes === 0) return release()
      if (kept === undefined) kept = keep(null, bytes)
      else budget.resize(kept, bytes)
      if (kept === undefined) drop()
    },
    /** Marks them as used, so that others lose theirs first. */
    touch() {
      if (kept !== undefined) budget.touch(kept)
    },
    release,
  }
}
