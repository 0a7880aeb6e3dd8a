// Where and why a text is not valid JSON.

import { finish } from '../../engine/limits/steps.ts'
import type { JsonError } from './json-tokens.ts'
import { parseJson, STRICT } from './parse-json.ts'

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

/** Finds the error of a text by line and column, as editors count them: from 1, in UTF-16 code units. */
export function locateJsonError(text: string): { line: number; column: number; message: string } {
  const parsed = finish(parseJson(text, STRICT, { values: Number.POSITIVE_INFINITY }))
  const found = 'error' in parsed ? parsed.error : undefined
  return locateInText(text, found ?? { position: text.length, message: 'Expecting value' })
}

/** Returns the line and the column of an error. */
export function locateInText(text: string, { position, message }: JsonError): ReturnType<typeof locateJsonError> {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < position; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  return { line, column: position - start + 1, message }
}
