// The page that a user sees after authenticating.

import { html, writeHtmlPage } from '../../../../engine/http/html.ts'

/** Writes the page. */
export function writeCallbackPage(title: string, text: string): string {
  return writeHtmlPage(title, html`<p>${text}</p>`)
}
