// Parses a record that somebody types as JSON, and says where it is wrong.

import { isObject } from '../../../components/forms/schema-kinds.ts'
import type { AnyRecord } from '../record.ts'

// Browsers say where a token is missing, but not always where something is none.
const TOKENS = /^(?:[\s[\]{}:,]|"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)*/

/** Parses the JSON of a record. @returns the record, or what is wrong with it */
export function parseRecordText(text: string): { readonly record?: AnyRecord; readonly issue?: string } {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { record: value } : { issue: 'A record is an object in braces: { … }.' }
  } catch (error) {
    const { message } = error as SyntaxError
    const wrong = TOKENS.exec(text)?.[0].length ?? 0
    return { issue: wrong < text.length ? `Line ${text.slice(0, wrong).split('\n').length}: ${message}` : message }
  }
}
