// What is loaded when somebody asks for a document of the service.

import type { Assumptions } from '../assumptions/assumptions.ts'
import type { ServiceDocuments } from '../contract/documents/documents.ts'
import type { Declarations } from '../define/declarations.ts'
import { finish } from '../limits/steps.ts'
import { writeDocsPage } from './docs-html.ts'
import { buildServiceDocument } from './service-document.ts'

export { buildServiceDocument }

/** Creates what writes the documents as the service itself has them: without marks and examples. */
export function createOwnDocuments(declared: Declarations): ServiceDocuments {
  const describe = (assumptions: Assumptions) => finish(buildServiceDocument({ declared, assumptions }))
  return {
    describe: (assumptions) => JSON.stringify(describe(assumptions)),
    writePage: (assumptions) => writeDocsPage(describe(assumptions)),
  }
}
