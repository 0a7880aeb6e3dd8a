/** Where a text stops being JSON, counted in characters from 0, and why. */
export interface JsonMistake {
  position: number
  message: string
}

/** The end of what was read, or the mistake that ended it. */
type Scan = number | JsonMistake

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const WORD = /true|false|null/y
const SPACE = /[ \t\n\r]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/**
 * Finds the first mistake of a text that is no JSON, in the words and at the place that the
 * real service gives it: those of Python's decoder.
 */
export function findJsonMistake(text: string): JsonMistake {
  const end = scanValue(text, skipSpace(text, 0))
  const mistake = typeof end === 'number' ? { position: skipSpace(text, end), message: 'Extra data' } : end
  // Python counts code points where JavaScript counts code units.
  return { ...mistake, position: [...text.slice(0, mistake.position)].length }
}

function scanValue(text: string, start: number): Scan {
  if (text[start] === '{') return scanObject(text, start + 1)
  if (text[start] === '[') return scanArray(text, start + 1)
  if (text[start] === '"') return scanString(text, start)
  return matchAt(WORD, text, start) ?? matchAt(NUMBER, text, start) ?? { position: start, message: 'Expecting value' }
}

function scanObject(text: string, start: number): Scan {
  let position = skipSpace(text, start)
  if (text[position] === '}') return position + 1
  for (;;) {
    if (text[position] !== '"') return { position, message: 'Expecting property name enclosed in double quotes' }
    const keyEnd = scanString(text, position)
    if (typeof keyEnd !== 'number') return keyEnd
    position = skipSpace(text, keyEnd)
    if (text[position] !== ':') return { position, message: "Expecting ':' delimiter" }
    const valueEnd = scanValue(text, skipSpace(text, position + 1))
    if (typeof valueEnd !== 'number') return valueEnd
    position = skipSpace(text, valueEnd)
    if (text[position] === '}') return position + 1
    if (text[position] !== ',') return { position, message: "Expecting ',' delimiter" }
    position = skipSpace(text, position + 1)
  }
}

function scanArray(text: string, start: number): Scan {
  let position = skipSpace(text, start)
  if (text[position] === ']') return position + 1
  for (;;) {
    const valueEnd = scanValue(text, position)
    if (typeof valueEnd !== 'number') return valueEnd
    position = skipSpace(text, valueEnd)
    if (text[position] === ']') return position + 1
    if (text[position] !== ',') return { position, message: "Expecting ',' delimiter" }
    position = skipSpace(text, position + 1)
  }
}

function scanString(text: string, start: number): Scan {
  let position = start + 1
  while (position < text.length) {
    const character = text[position] as string
    if (character === '"') return position + 1
    if (character < ' ') return { position, message: 'Invalid control character at' }
    if (character === '\\') {
      const end = matchAt(ESCAPE, text, position)
      if (end === undefined) return describeEscape(text, position, start)
      position = end
    } else {
      position += 1
    }
  }
  return { position: start, message: 'Unterminated string starting at' }
}

function describeEscape(text: string, position: number, start: number): JsonMistake {
  if (position + 1 >= text.length) return { position: start, message: 'Unterminated string starting at' }
  if (text[position + 1] === 'u') return { position: position + 1, message: 'Invalid \\uXXXX escape' }
  return { position, message: 'Invalid \\escape: ' }
}

function skipSpace(text: string, start: number): number {
  return matchAt(SPACE, text, start) ?? start
}

function matchAt(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}
