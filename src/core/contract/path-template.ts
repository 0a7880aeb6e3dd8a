/** The placeholder for the id of an integration in a path template. */
export const INTEGRATION_ID = '{integration_id}'

/**
 * Returns a pattern for the paths of a template; its group `integration_id` captures the id.
 * The real service ignores a line feed at the end, as `$` in Python's patterns does.
 */
export function toPathPattern(template: string): RegExp {
  return new RegExp(`^${toPatternSource(template, '(?<integration_id>[^/]+)')}\\n?$`, 'su')
}

/** Returns the source of a pattern for the paths of a template, with the given pattern for the id. */
export function toPatternSource(template: string, idPattern: string): string {
  return template.split(INTEGRATION_ID).map(escapePattern).join(idPattern)
}

/** Fills the id of an integration into a path template. */
export function fillPathTemplate(template: string, integrationId: string): string {
  return template.replace(INTEGRATION_ID, encodeURIComponent(integrationId))
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
