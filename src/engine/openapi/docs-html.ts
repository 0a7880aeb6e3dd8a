// The page on which the service describes itself.

import { html, writeHtmlPage } from '../http/html.ts'
import type { Json } from './json.ts'

/** Writes a page with the operations of a document. */
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
