// What undoes the recent changes of a session, as long as there is memory for it.

import type { ByteBudget } from '../../limits/byte-budget.ts'
import { keepBytes } from '../../limits/kept-bytes.ts'

/** The recent changes, each as what undoes it. */
export interface ChangeLog<Undo> {
  /** How many changes there were. */
  position(): number
  /** Adds a change. @param bytes what it keeps in memory besides itself */
  add(undo: Undo, bytes?: number): void
  /** What undoes the changes since a position, the last one first; undefined if some of them were dropped. */
  since(position: number): readonly Undo[] | undefined
  /** Drops everything so far. */
  drop(): void
  /** Drops everything, and stores nothing any more. */
  end(): void
}

// Measured and rounded up: an entry with its place in the list.
const ENTRY_BYTES = 256
const MOST_BYTES = 8 * 1024 * 1024

interface Entry<Undo> {
  readonly undo: Undo
  readonly bytes: number
}

/** Creates an empty log. When it is too large, the older half is dropped; when the memory is full, all of it. */
export function createChangeLog<Undo>(budget: ByteBudget): ChangeLog<Undo> {
  let entries: Entry<Undo>[] = []
  let first = 0
  let bytes = 0
  let hasEnded = false
  const forget = (): void => {
    first += entries.length
    entries = []
    bytes = 0
  }
  const memory = keepBytes(budget, 'journals', forget)
  const drop = (): void => {
    forget()
    memory.release()
  }
  const store = (entry: Entry<Undo>): void => {
    entries.push(entry)
    bytes += entry.bytes
    while (bytes > MOST_BYTES) {
      const dropped = entries.splice(0, Math.ceil(entries.length / 2))
      first += dropped.length
      bytes -= dropped.reduce((sum, each) => sum + each.bytes, 0)
    }
    memory.touch()
    memory.count(bytes)
  }

  return {
    position: () => first + entries.length,
    add(undo, more = 0) {
      if (hasEnded) first += 1
      else store({ undo, bytes: ENTRY_BYTES + more })
    },
    since(position) {
      return hasEnded || position < first ? undefined : toUndos(entries.slice(position - first))
    },
    drop,
    end() {
      hasEnded = true
      drop()
    },
  }
}

function toUndos<Undo>(entries: readonly Entry<Undo>[]): readonly Undo[] {
  return entries.toReversed().map(({ undo }) => undo)
}
