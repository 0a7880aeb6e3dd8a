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

function write(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character)
  return 'text' in value ? value.text : value.map(({ text }) => text).join('')
}
