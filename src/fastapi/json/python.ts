// JSON as Python reads it.

import { type JsonValue, toFloat, toInteger } from '../../engine/input/json/json-value.ts'
import { type Dialect, type JsonError, WORDS } from '../../engine/input/json/parse-json.ts'

/** The number of levels at about which the real service's decoder gives up. */
export const MOST_LEVELS = 960

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
