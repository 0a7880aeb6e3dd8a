// Shows what was given in a message: printable, on one line, and cut if it is long.

const MOST_SHOWN = 60

// Control characters and marks that reorder or hide text. JSON escapes only some of them.
const UNPRINTABLE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

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

function escapeText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1)
  return escaped.replace(UNPRINTABLE, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
