// Loads what writes the documents of the service before a request first asks for one.

import type { Declarations } from '../operation/declarations.ts'
import type { LoadedDocuments, ServiceDocuments } from './documents.ts'

/** Creates the documents of a simulator's service. Most services are never asked for them. */
export function createServiceDocuments(declared: Declarations): LoadedDocuments {
  let loaded: ServiceDocuments | undefined
  const load = async (): Promise<void> => {
    loaded ??= (await import('../openapi/documents.ts')).createOwnDocuments(declared)
  }
  // Whoever answers a request for a document has loaded them.
  const get = () => loaded as ServiceDocuments
  return {
    load: () => (loaded === undefined ? load() : undefined),
    describe: (assumptions) => get().describe(assumptions),
    writePage: (assumptions) => get().writePage(assumptions),
  }
}
