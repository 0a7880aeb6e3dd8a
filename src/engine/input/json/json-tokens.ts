// The tokens of JSON texts, and where they end.

/** Where a text stops being valid JSON, counted from 0 in UTF-16 code units, and why. */
export interface JsonError {
  position: number
  message: string
}

/** The position after a token, or the error that ended the scan. */
export type Scan = number | JsonError

// Sticky patterns scan a text several times faster than a loop over its characters.
const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y
const SPACE = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them in a string
const PLAIN = /[^"\\\0-\x1f]*/y
const ESCAPES = /(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}/y

/** Scans a number. */
export function scanNumber(text: string, start: number): Scan {
  return matchAt(NUMBER, text, start) ?? { position: start, message: 'Expecting value' }
}

/** Scans a string with its quotes. */
export function scanString(text: string, start: number): Scan {
  let position = start + 1
  for (;;) {
    position = matchAt(PLAIN, text, position) ?? position
    const character = text[position]
    if (character === '"') return position + 1
    if (character === undefined) return { position: start, message: 'Unterminated string starting at' }
    if (character !== '\\') return { position, message: 'Invalid control character at' }
    const end = matchAt(ESCAPES, text, position)
    if (end === undefined) return describeEscape(text, position, start)
    // Python wants a character after the digits of an escape.
    if (end === text.length && text[end - 6] === '\\' && text[end - 5] === 'u') {
      return describeEscape(text, end - 6, start)
    }
    position = end
  }
}

function describeEscape(text: string, position: number, start: number): JsonError {
  if (position + 1 >= text.length) return { position: start, message: 'Unterminated string starting at' }
  if (text[position + 1] === 'u') return { position: position + 1, message: 'Invalid \\uXXXX escape' }
  return { position, message: 'Invalid \\escape' }
}

/** Returns the text of a valid string. It does not keep the JSON around it in memory; see `ownText`. */
export function readString(text: string, start: number, end: number): string {
  return JSON.parse(text.slice(start, end))
}

/** Returns the position after white space. */
export function skipSpace(text: string, start: number): number {
  // Usually there is no white space.
  return text.charCodeAt(start) > 0x20 ? start : (matchAt(SPACE, text, start) ?? start)
}

function matchAt(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}
