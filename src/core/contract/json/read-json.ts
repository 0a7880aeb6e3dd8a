// Reads a JSON text as Python does.

import { buildJson } from './build-json.ts'
import { findJsonError, INTEGER_TOO_LONG, type JsonError, MOST_LEVELS, TOO_DEEP } from './json-error.ts'
import type { JsonValue } from './json-value.ts'

/** The value of a JSON text, why it is not valid, or that Python gives up without a reason. */
export type JsonReading = { readonly value: JsonValue } | { readonly error: JsonError } | 'unreadable'

/**
 * What `JSON.parse` does not keep: a whole float, also one that is whole only after rounding, many digits, a
 * negative zero, and a name that looks like an integer. The pattern may match inside of a text, which only costs
 * time.
 */
const LOSSY = /(?:^|[[,:\s])-?(?:\d{16}|\d{1,15}(?:\.0+(?!\d)|\.\d{14}|\.\d+[eE]|[eE])|(?<=-)0)|"\d{0,10}(?:"\s*:|\\u)/

const [QUOTE, BACKSLASH, OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [34, 92, 123, 125, 91, 93]

/** Reads a JSON text. */
export function readJson(text: string): JsonReading {
  // `JSON.parse` takes seconds for a text that is nested very deeply.
  const parsed = isNestedDeeper(text, MOST_LEVELS) || LOSSY.test(text) ? undefined : parse(text)
  if (parsed !== undefined) return parsed
  const error = findJsonError(text)
  if (error === undefined) return { value: buildJson(text) }
  return error.message === INTEGER_TOO_LONG || error.message === TOO_DEEP ? 'unreadable' : { error }
}

function parse(text: string): { value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

// Scanning the text is much faster than walking through all values. If it is not valid, the result only
// decides which parser finds that out.
function isNestedDeeper(text: string, levels: number): boolean {
  let depth = 0
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charCodeAt(place)
    if (character === QUOTE) place = findEndOfString(text, place)
    else if (character === OPENING_BRACE || character === OPENING_BRACKET) depth += 1
    else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) depth -= 1
    if (depth > levels) return true
  }
  return false
}

function findEndOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

// A character is escaped if an odd number of backslashes precedes it.
function isEscaped(text: string, place: number): boolean {
  let start = place
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1
  return (place - start) % 2 === 1
}
