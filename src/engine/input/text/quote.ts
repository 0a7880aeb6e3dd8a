import { replaceHidden } from './hidden-characters.ts'

const MOST_SHOWN = 60

/** Quotes a text for a message: on one line, printable, and cut if it is long. */
export function quote(text: string): string {
  return `"${showText(text)}"`
}

/** Shows a text like `quote`, without the quotes. */
export function showText(text: string, most = MOST_SHOWN): string {
  if (text.length <= most) return escapeText(text)
  // Not in the middle of a character.
  return `${escapeText(text.slice(0, most).replace(/[\ud800-\udbff]$/, ''))}...`
}

/** Shows the path of a field for a message, with its steps separated by dots. */
export function showPath(path: readonly PropertyKey[]): string {
  return path.map((step) => showText(String(step))).join('.')
}

/** Writes a value as JSON that is printable: hidden characters are escaped. */
export function writePrintableJson(value: unknown): string {
  // JSON itself escapes only some of them.
  return replaceHidden(JSON.stringify(value), (characters) => characters.replace(/./gs, escapeUnit))
}

function escapeText(text: string): string {
  return writePrintableJson(text).slice(1, -1)
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
