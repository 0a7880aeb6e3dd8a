// Where and why a text is not valid JSON.

import { finish } from '../../limits/steps.ts'
import type { JsonError } from './json-tokens.ts'
import { parseJson, STRICT } from './parse-json.ts'

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
