// The page that a user sees after authenticating.

import { html } from '../../../../engine/http/html.ts'
import { writeHtmlPage } from '../../../../engine/http/html-page.ts'

/** Writes the page. */
export function writeCallbackPage(title: string, text: string): string {
  return writeHtmlPage(title, html`<p>${text}</p>`)
}
