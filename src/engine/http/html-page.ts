// Pages that contain no scripts and load nothing.

import { type Html, html } from './html.ts'

/** Writes a page with a heading. */
export function writeHtmlPage(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`.text
}
