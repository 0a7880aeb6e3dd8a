// The documents in which a service describes itself (assumption `documentation`), and their cache.

import type { Assumptions, TrackedAssumptions } from '../define/assumptions/assumptions.ts'
import type { ByteBudget, Kept } from '../limits/byte-budget.ts'

export interface ServiceDocuments {
  /** Returns the OpenAPI document, as JSON. */
  describe(assumptions: Assumptions): string
  /** Returns an HTML page about the service. */
  writePage(assumptions: Assumptions): string
}

export interface LoadedDocuments extends ServiceDocuments {
  /** Loads the code that writes them. Returns undefined if it is there. */
  load(): Promise<void> | undefined
}

/** Documents that are written once for a set of assumptions, unless the memory is needed. */
export interface CachedDocuments extends ServiceDocuments {
  drop(): void
}

interface Entry {
  readonly name: keyof ServiceDocuments
  readonly text: string
  readonly read: ReadonlySet<string>
}

/** Caches documents, because writing one takes hundreds of milliseconds. They depend on nothing but the assumptions. */
export function cacheDocuments(
  documents: ServiceDocuments,
  budget: ByteBudget,
  { track, note }: TrackedAssumptions,
): CachedDocuments {
  const cached = new Map<Entry['name'], Kept<Entry>>()
  const keep = budget.openCache<Entry>('responses', ({ name }) => void cached.delete(name))
  const write =
    (name: Entry['name']): ServiceDocuments[Entry['name']] =>
    (assumptions) => {
      const known = cached.get(name)
      if (known !== undefined) {
        budget.touch(known)
        note(known.item.read)
        return known.item.text
      }
      const { result: text, read } = track(() => documents[name](assumptions))
      // A character takes up to two bytes.
      const kept = keep({ name, text, read }, 2 * text.length)
      if (kept !== undefined) cached.set(name, kept)
      return text
    }
  return {
    describe: write('describe'),
    writePage: write('writePage'),
    drop() {
      for (const kept of cached.values()) budget.release(kept)
      cached.clear()
    },
  }
}
