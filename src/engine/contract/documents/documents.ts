// The documents in which the service describes itself (assumption `documentation`).

import type { Assumptions } from '../../define/assumptions/assumptions.ts'

/** Writes the documents of the service. */
export interface ServiceDocuments {
  /** Returns the OpenAPI document, as JSON. */
  describe(assumptions: Assumptions): string
  /** Returns an HTML page about the service. */
  writePage(assumptions: Assumptions): string
}

/** Documents whose code is loaded on demand. */
export interface LoadedDocuments extends ServiceDocuments {
  /** Loads the code that writes them. Returns undefined if it is there. */
  load(): Promise<void> | undefined
}
