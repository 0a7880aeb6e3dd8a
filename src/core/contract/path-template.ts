/** What stands in a path template for the id of an integration. */
export const INTEGRATION_ID = '{integration_id}'

/**
 * A pattern for the paths of a template; what stands for the id is its group `integration_id`.
 * The real service takes a line feed at the end for nothing, as `$` in Python's patterns does.
 */
export function toPathPattern(template: string): RegExp {
  return new RegExp(`^${toPatternSource(template, '(?<integration_id>[^/]+)')}\\n?$`, 'su')
}

/** The source of a pattern for the paths of a template, with a pattern of its own for the id. */
export function toPatternSource(template: string, idPattern: string): string {
  return template.split(INTEGRATION_ID).map(escapePattern).join(idPattern)
}

/** The path of a template for an integration. */
export function fillPathTemplate(template: string, integrationId: string): string {
  return template.replace(INTEGRATION_ID, encodeURIComponent(integrationId))
}

/** A path without the slashes at its end. */
export function trimSlashes(path: string): string {
  let end = path.length
  while (path.charAt(end - 1) === '/') end -= 1
  return path.slice(0, end)
}

/** Escapes a text so that it stands for itself in a pattern. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
