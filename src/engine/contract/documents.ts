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
  /** What was written last, by any cache: kept also when memory is short, as many may ask for it. */
  readonly latest: Map<CachedDocument['name'], CachedDocument>
  /** Loads the code that writes them. Returns undefined if it is there. */
  load(): Promise<void> | undefined
}

/** Documents that are written once for a set of assumptions, unless the memory is needed. */
export interface CachedDocuments extends ServiceDocuments {
  drop(): void
}

interface CachedDocument {
  readonly name: keyof ServiceDocuments
  /** The cache that it belongs to. */
  readonly of: object
  readonly text: string
  readonly read: ReadonlySet<string>
}

/** Caches documents, because writing one takes hundreds of milliseconds. They depend on nothing but the assumptions. */
export function cacheDocuments(
  documents: Omit<LoadedDocuments, 'load'>,
  budget: ByteBudget,
  { track, note }: TrackedAssumptions,
): CachedDocuments {
  const cached = new Map<CachedDocument['name'], Kept<CachedDocument>>()
  const keep = budget.openCache<CachedDocument>('responses', ({ name }) => void cached.delete(name))
  const writeNew = (name: CachedDocument['name'], assumptions: Assumptions): CachedDocument => {
    const { result: text, read } = track(() => documents[name](assumptions))
    return { name, of: cached, text, read }
  }
  const write =
    (name: CachedDocument['name']): ServiceDocuments[CachedDocument['name']] =>
    (assumptions) => {
      const known = cached.get(name)
      if (known !== undefined) {
        known.isUsed = true
        note(known.item.read)
        return known.item.text
      }
      const latest = documents.latest.get(name)
      const isOwn = latest?.of === cached
      const entry = isOwn ? latest : writeNew(name, assumptions)
      if (isOwn) note(entry.read)
      documents.latest.set(name, entry)
      // A character takes up to two bytes.
      const kept = keep(entry, 2 * entry.text.length)
      if (kept !== undefined) cached.set(name, kept)
      return entry.text
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
