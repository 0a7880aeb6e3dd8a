// Loads what writes the documents of the service when a request first asks for one.

import type { Declarations } from '../../define/declarations.ts'
import { NotLoadedError, type ServiceDocuments } from './documents.ts'

/** Creates the documents of a simulator's service. Most services are never asked for them. */
export function createServiceDocuments(declared: Declarations): ServiceDocuments {
  let loaded: ServiceDocuments | undefined
  const load = async (): Promise<void> => {
    loaded ??= (await import('../../openapi/documents.ts')).createOwnDocuments(declared)
  }
  const get = () => {
    if (loaded === undefined) throw new NotLoadedError(load())
    return loaded
  }
  return {
    describe: (assumptions) => get().describe(assumptions),
    writePage: (assumptions) => get().writePage(assumptions),
  }
}
