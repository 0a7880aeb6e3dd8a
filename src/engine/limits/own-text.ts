// V8 copies shorter ones.
const LEAST_SHARED = 13

/**
 * Returns a text that can be kept. A part of a text, such as a slice or a group of a pattern, refers to all of it, so
 * that a name of 20 characters can keep a body of 9 MB in memory. JSON is read into texts of their own, in which each
 * character takes as many bytes as it needs.
 */
export function ownText(text: string): string {
  return text.length < LEAST_SHARED ? text : JSON.parse(JSON.stringify(text))
}
