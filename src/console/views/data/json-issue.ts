// Parses a record that somebody types as JSON, and says where it is wrong.

import { isObject } from '../../components/schema-kinds.ts'
import type { AnyRecord } from './record.ts'

/** Parses the JSON of a record. @returns the record, or what is wrong with it */
export function parseRecordText(text: string): { readonly record: AnyRecord } | { readonly issue: string } {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { record: value } : { issue: 'A record is an object in braces: { … }.' }
  } catch (error) {
    const { message } = error as SyntaxError
    return { issue: `Line ${findLine(text, message)}: ${message}` }
  }
}

// Browsers name a line, or a position, or only say that the text ends too early.
function findLine(text: string, message: string): number {
  const [, line] = /line (\d+)/.exec(message) ?? []
  if (line !== undefined) return Number(line)
  const [, position] = /position (\d+)/.exec(message) ?? []
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length
}
