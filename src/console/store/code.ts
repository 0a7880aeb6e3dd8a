// Writes values as code for the client.

/** Quotes a text as code. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** Writes a JSON value as code: `{ level: 0.3 }`. */
export function toCode(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(toCode).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  if (fields.length === 0) return '{}'
  return `{ ${fields.map(([name, field]) => `${/^[\w$]+$/.test(name) ? name : quote(name)}: ${toCode(field)}`).join(', ')} }`
}
