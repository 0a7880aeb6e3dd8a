// Where and why a text is not valid JSON.

/** Where a text stops being valid JSON, counted from 0, and why. */
export interface JsonError {
  position: number
  message: string
}

/** The position after the scanned value, or the error that ended the scan. */
type Scan = number | JsonError

/** What a scan accepts. */
interface Dialect {
  /** Whether `NaN`, `Infinity` and `-Infinity` are values, as they are in Python. */
  readonly takesInfinity: boolean
  readonly levels: number
}

/** The state of a scan. */
interface Scanning {
  readonly text: string
  readonly dialect: Dialect
  /** How many objects and lists the scan is in. */
  depth: number
}

/** The message for an integer that is valid JSON, but too long for Python to convert. */
export const INTEGER_TOO_LONG = 'Exceeds the limit (4300 digits) for integer string conversion'

/** The message for values that are nested deeper than Python's decoder goes. */
export const TOO_DEEP = 'Maximum recursion depth exceeded'

/** The number of levels at about which the real service's decoder gives up. */
export const MOST_LEVELS = 500

const PYTHON: Dialect = { takesInfinity: true, levels: MOST_LEVELS }
const STRICT: Dialect = { takesInfinity: false, levels: Number.POSITIVE_INFINITY }
const MOST_DIGITS = 4300
const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y
// Sticky patterns scan a text several times faster than a loop over its characters.
const SPACE = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them in a string
const PLAIN = /[^"\\\0-\x1f]*/y
const ESCAPES = /(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}/y
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g
// Matches many simple list items at once, because each takes little time.
const SIMPLE_ITEMS =
  /(?:(?:true|false|null|-?(?:0|[1-9]\d{0,15})(?:\.\d{1,20})?)[ \t\n\r]{0,9},[ \t\n\r]{0,9}){1,1000}/y

/**
 * Finds the first error in a text that is not valid JSON; undefined if Python accepts the text. Its position and
 * message are those of the real service, which uses Python's decoder. The time is proportional to the length of the
 * text.
 */
export function findJsonError(text: string): JsonError | undefined {
  const error = scanText(text, PYTHON)
  return error === undefined ? undefined : { ...error, position: countCharacters(text.slice(0, error.position)) }
}

/** Finds the same error by line and column, as editors count them: from 1, in UTF-16 code units. */
export function locateJsonError(text: string): { line: number; column: number; message: string } {
  const { position, message } = scanText(text, STRICT) ?? { position: text.length, message: 'Expecting value' }
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < position; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  return { line, column: position - start + 1, message }
}

function scanText(text: string, dialect: Dialect): JsonError | undefined {
  const end = scanValue({ text, dialect, depth: 0 }, skipSpace(text, 0))
  if (typeof end !== 'number') return end
  const position = skipSpace(text, end)
  return position === text.length ? undefined : { position, message: 'Extra data' }
}

// Python counts code points where JavaScript counts code units. Half of a pair is a code point, too.
function countCharacters(text: string): number {
  let pairs = 0
  PAIR.lastIndex = 0
  while (PAIR.test(text)) pairs += 1
  return text.length - pairs
}

function scanValue(scanning: Scanning, start: number): Scan {
  const { text, dialect } = scanning
  switch (text[start]) {
    case '{':
      return scanInside(scanning, start, scanObject)
    case '[':
      return scanInside(scanning, start, scanArray)
    case '"':
      return scanString(text, start)
    case 't':
      return scanWord('true', text, start)
    case 'f':
      return scanWord('false', text, start)
    case 'n':
      return scanWord('null', text, start)
    default:
      return (dialect.takesInfinity ? scanInfinity(text, start) : undefined) ?? scanNumber(text, start)
  }
}

function scanInside(scanning: Scanning, start: number, scan: (scanning: Scanning, start: number) => Scan): Scan {
  if (scanning.depth === scanning.dialect.levels) return { position: start, message: TOO_DEEP }
  scanning.depth += 1
  const end = scan(scanning, start + 1)
  scanning.depth -= 1
  return end
}

function scanWord(word: string, text: string, start: number): Scan {
  return text.startsWith(word, start) ? start + word.length : { position: start, message: 'Expecting value' }
}

function scanInfinity(text: string, start: number): number | undefined {
  const word = ['NaN', 'Infinity', '-Infinity'].find((each) => text.startsWith(each, start))
  return word === undefined ? undefined : start + word.length
}

function scanNumber(text: string, start: number): Scan {
  const end = matchAt(NUMBER, text, start)
  if (end === undefined) return { position: start, message: 'Expecting value' }
  if (end - start <= MOST_DIGITS) return end
  NUMBER.lastIndex = start
  const [, whole = '', fraction, exponent] = NUMBER.exec(text) ?? []
  const isLong = fraction === undefined && exponent === undefined && whole.length > MOST_DIGITS
  return isLong ? { position: start, message: INTEGER_TOO_LONG } : end
}

function scanObject(scanning: Scanning, start: number): Scan {
  const { text } = scanning
  let position = skipSpace(text, start)
  if (text[position] === '}') return position + 1
  for (;;) {
    if (text[position] !== '"') return { position, message: 'Expecting property name enclosed in double quotes' }
    const keyEnd = scanString(text, position)
    if (typeof keyEnd !== 'number') return keyEnd
    position = skipSpace(text, keyEnd)
    if (text[position] !== ':') return { position, message: "Expecting ':' delimiter" }
    const valueEnd = scanValue(scanning, skipSpace(text, position + 1))
    if (typeof valueEnd !== 'number') return valueEnd
    position = skipSpace(text, valueEnd)
    if (text[position] === '}') return position + 1
    if (text[position] !== ',') return { position, message: "Expecting ',' delimiter" }
    position = skipSpace(text, position + 1)
  }
}

function scanArray(scanning: Scanning, start: number): Scan {
  const { text } = scanning
  let position = skipSpace(text, start)
  if (text[position] === ']') return position + 1
  for (;;) {
    position = skipSimpleItems(text, position)
    const valueEnd = scanValue(scanning, position)
    if (typeof valueEnd !== 'number') return valueEnd
    position = skipSpace(text, valueEnd)
    if (text[position] === ']') return position + 1
    if (text[position] !== ',') return { position, message: "Expecting ',' delimiter" }
    position = skipSpace(text, position + 1)
  }
}

function skipSimpleItems(text: string, start: number): number {
  let position = start
  for (;;) {
    const end = matchAt(SIMPLE_ITEMS, text, position)
    if (end === undefined) return position
    position = end
  }
}

function scanString(text: string, start: number): Scan {
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

function skipSpace(text: string, start: number): number {
  // Usually there is no white space.
  return text.charCodeAt(start) > 0x20 ? start : (matchAt(SPACE, text, start) ?? start)
}

function matchAt(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}
