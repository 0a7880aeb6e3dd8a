import { replaceHidden } from './hidden-characters.ts'
import { hideInAddress } from './secret-names.ts'

const MOST_SHOWN = 60

/** Quotes a text for a message: on one line, printable, without the password of a URL, and cut if it is long. */
export function quote(text: string): string {
  return `"${showText(text)}"`
}

/** Shows a text like `quote`, without the quotes. */
export function showText(text: string, most = MOST_SHOWN): string {
  const shown = hideInAddress(text)
  if (shown.length <= most) return escapeText(shown)
  // Not in the middle of a character.
  return `${escapeText(shown.slice(0, most).replace(/[\ud800-\udbff]$/, ''))}...`
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

/** Escapes what a terminal would obey or not show in a text that has to be on one line. */
export function showLine(text: string): string {
  return replaceHidden(text, (characters) => characters.replace(/[^\t]/gs, escapeUnit))
}

/** Escapes the same in each line of a text. */
export function showLines(text: string): string {
  return text.split(/\r?\n/).map(showLine).join('\n')
}

function escapeText(text: string): string {
  return writePrintableJson(text).slice(1, -1)
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
