// Paths with placeholders.

const PLACEHOLDER = /\{(\w+)\}/

/**
 * Returns a pattern for the paths of a template. It has a group for each placeholder, which captures one
 * segment or a part of one. The real service ignores a line feed at the end, as `$` in Python's patterns
 * does.
 */
export function toPathPattern(template: string): RegExp {
  return new RegExp(`^${toPatternSource(template, (name) => `(?<${name}>[^/]+)`)}\\n?$`, 'su')
}

/**
 * Returns the source of a pattern for the paths of a template.
 *
 * @param toGroup returns the pattern for a placeholder
 * @param spell returns how a text of the template is spelled in paths
 */
export function toPatternSource(
  template: string,
  toGroup: (name: string) => string,
  spell: (text: string) => string = (text) => text,
): string {
  // Every second part is the name of a placeholder.
  const parts = template.split(PLACEHOLDER)
  return parts.map((part, index) => (index % 2 === 0 ? escapePattern(spell(part)) : toGroup(part))).join('')
}

/** Lists the names of a template's placeholders. */
export function listPlaceholders(template: string): string[] {
  return template.split(PLACEHOLDER).filter((_, index) => index % 2 === 1)
}

/** Whether a text contains a placeholder. */
export function hasPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text)
}

/** Fills values into the placeholders of a path template. */
export function fillPathTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(new RegExp(PLACEHOLDER, 'g'), (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** Removes the trailing slashes of a path. */
export function trimSlashes(path: string): string {
  let end = path.length
  while (path.charAt(end - 1) === '/') end -= 1
  return path.slice(0, end)
}

/** Escapes a text so that a pattern matches it literally. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/**
 * Decodes a percent-encoded path. Bytes that are not valid UTF-8 become U+FFFD, and invalid percent
 * encodings stay as they are. An encoded slash separates segments, as it does in the real service.
 */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    const bytes = encoded
      .slice(1)
      .split('%')
      .map((hex) => Number.parseInt(hex, 16))
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes))
  })
}
