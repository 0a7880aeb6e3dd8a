import type { ServiceDocuments } from '../../contract/documents.ts'
import type { Declarations } from '../../contract/operation/declarations.ts'
import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import { html, writeHtmlPage } from '../../http/html.ts'
import { finish } from '../../work/steps.ts'
import type { Json } from './parts.ts'
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

export function writeDocsPage({ info, paths }: Json): string {
  const { title } = info as { title: string }
  const described = Object.entries(paths as Readonly<Record<string, Readonly<Record<string, Json>>>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(
        ([method, { summary }]) => html`<li>${String(summary)}<br><code>${method.toUpperCase()} ${path}</code></li>\n`,
      ),
  )
  return writeHtmlPage(
    title,
    html`<p>The <a href="openapi.json">OpenAPI document</a> describes these operations in full.</p>
<ul>
${described}</ul>`,
  )
}
