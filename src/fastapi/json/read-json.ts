// JSON as Python reads it.

import { type JsonValue, toFloat, toInteger } from '../../engine/input/json/json-value.ts'
import {
  type Dialect,
  type JsonError,
  NUMBER_TOO_LONG,
  type ParsedJson,
  parseJson,
  TOO_DEEP,
  WORDS,
} from '../../engine/input/json/parse-json.ts'

/** How many values a body can contain, also in ignored fields. More would block others for longer than about 20 ms. */
export const MOST_VALUES = 25_000

// `JSON.parse` is faster, but it can neither stop at a limit nor take many different names quickly.
const MOST_CHARACTERS_AT_ONCE = 16_384

/**
 * What `JSON.parse` does not keep: a whole float, also one that is whole only after rounding, many digits, a
 * negative zero, and a name that looks like an integer. The pattern may match inside of a text, which only costs
 * time.
 */
const LOSSY = /(?:^|[[,:\s])-?(?:\d{16}|\d{1,15}(?:\.0+(?!\d)|\.\d{14}|\.\d+[eE]|[eE])|(?<=-)0)|"\d{0,10}(?:"\s*:|\\u)/

const [QUOTE, BACKSLASH, OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [34, 92, 123, 125, 91, 93]

/** Reads a JSON text: its value, why it is not valid, that it is too large, or that Python gives up without a reason. */
export function readJson(text: string): ParsedJson | 'unreadable' {
  const isQuick = text.length <= MOST_CHARACTERS_AT_ONCE && !isNestedDeeper(text, MOST_LEVELS) && !LOSSY.test(text)
  const parsed = (isQuick ? parse(text) : undefined) ?? parseJson(text, PYTHON, { values: MOST_VALUES })
  if (!('error' in parsed)) return parsed
  const { message } = parsed.error
  return message === NUMBER_TOO_LONG || message === TOO_DEEP ? 'unreadable' : parsed
}

function parse(text: string): { value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Whether values are nested deeper in a JSON text. If it is not valid, the result means nothing. */
// Scanning the text is much faster than walking through all values.
export function isNestedDeeper(text: string, levels: number): boolean {
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

/** The number of levels at about which the real service's decoder gives up. */
const MOST_LEVELS = 960

// Python does not convert longer integers.
const MOST_DIGITS = 4300
const MOST_SAFE_DIGITS = 15

/** JSON as Python reads it. It keeps whole floats, the digits of large integers, and the order of all names. */
export const PYTHON: Dialect = {
  words: new Map([
    ...WORDS,
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
  ]),
  levels: MOST_LEVELS,
  allowsRepeated: true,
  readNumber(digits) {
    if (/[.eE]/.test(digits)) return toFloat(Number(digits))
    // Zero has no sign as an integer.
    if (digits.length <= MOST_SAFE_DIGITS) return Number(digits) + 0
    const isTooLong = digits.length - (digits.startsWith('-') ? 1 : 0) > MOST_DIGITS
    return isTooLong ? undefined : toInteger(BigInt(digits))
  },
  createObject: () => new Map<string, JsonValue>(),
  setField(object, name, value) {
    ;(object as Map<string, JsonValue>).set(name, value)
  },
}

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g

/** Counts the position of an error as the real service does, which uses Python's decoder. */
export function countPosition(text: string, { position }: JsonError): number {
  // Python counts code points where JavaScript counts code units. Half of a pair is a code point, too.
  const before = text.slice(0, position)
  let pairs = 0
  PAIR.lastIndex = 0
  while (PAIR.test(before)) pairs += 1
  return position - pairs
}
