// The documents of the service as the service itself has them: without marks and examples.

import type { ServiceDocuments } from '../contract/documents.ts'
import type { Assumptions } from '../register/assumptions.ts'
import { finish } from '../steps.ts'
import { writeDocsPage } from './docs-html.ts'
import { buildServiceDocument } from './service-document.ts'

const describe = (assumptions: Assumptions) => finish(buildServiceDocument({ assumptions }))

/** Writes the documents of the service. */
export const plainDocuments: ServiceDocuments = {
  describe,
  writePage: (assumptions) => writeDocsPage(describe(assumptions)),
}
