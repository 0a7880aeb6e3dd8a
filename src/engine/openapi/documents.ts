// What is loaded when somebody asks for a document of the service.

import type { Assumptions } from '../assumptions/assumptions.ts'
import type { ServiceDocuments } from '../contract/documents/documents.ts'
import { finish } from '../limits/steps.ts'
import { writeDocsPage } from './docs-html.ts'
import { buildServiceDocument } from './service-document.ts'

export { buildServiceDocument }

const describe = (assumptions: Assumptions) => finish(buildServiceDocument({ assumptions }))

/** Writes the documents as the service itself has them: without marks and examples. */
export const ownDocuments: ServiceDocuments = {
  describe: (assumptions) => JSON.stringify(describe(assumptions)),
  writePage: (assumptions) => writeDocsPage(describe(assumptions)),
}
