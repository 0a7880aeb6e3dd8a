// The page that a user sees after authenticating.

import { html } from '../../../http/html.ts'

/** Writes the page. It contains no scripts. */
export function writeCallbackPage(title: string, text: string): string {
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
<p>${text}</p>
</body>
</html>
`.text
}
