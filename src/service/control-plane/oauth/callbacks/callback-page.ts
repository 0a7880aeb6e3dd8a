// The page that a user sees after authenticating.

import { html } from '../../../http/html.ts'
import { writeHtmlPage } from '../../../http/html-page.ts'

/** Writes the page. */
export function writeCallbackPage(title: string, text: string): string {
  return writeHtmlPage(title, html`<p>${text}</p>`)
}
