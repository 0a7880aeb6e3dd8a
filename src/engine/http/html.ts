// HTML in which every inserted text is escaped.

/** A piece of HTML. */
export interface Html {
  readonly text: string
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Writes HTML. Inserted texts and numbers are escaped, inserted HTML is not. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const texts = parts.map((part, index) => part + write(values[index] ?? ''))
  return { text: texts.join('') }
}

/** Escapes a text for HTML, also within the quotes of an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character)
}

function write(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return escapeHtml(value)
  return 'text' in value ? value.text : value.map(({ text }) => text).join('')
}

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
