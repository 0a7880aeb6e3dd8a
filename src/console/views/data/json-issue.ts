// Parses a record that somebody types as JSON, and says where it is wrong.

import { isObject } from '../../components/schema-kinds.ts'
import type { AnyRecord } from './record.ts'

/** Parses the JSON of a record. @returns the record, or what is wrong with it */
export function parseRecordText(text: string): { readonly record: AnyRecord } | { readonly issue: string } {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { record: value } : { issue: 'A record is an object in braces: { … }.' }
  } catch (error) {
    const line = text.slice(0, findFault(text)).split('\n').length
    return { issue: `Line ${line}: ${(error as SyntaxError).message}` }
  }
}

const STRING = String.raw`"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`

/** Finds where a text stops being JSON. Not all browsers say that. */
function findFault(text: string): number {
  let index = 0
  const take = (token: string): string | undefined => {
    const found = new RegExp(String.raw`\s*(${token})`, 'y')
    found.lastIndex = index
    const [, taken] = found.exec(text) ?? []
    if (taken !== undefined) index = found.lastIndex
    return taken
  }
  const takeItems = (end: string, takeItem: () => boolean): boolean => {
    if (take(end) !== undefined) return true
    do if (!takeItem()) return false
    while (take(',') !== undefined)
    return take(end) !== undefined
  }
  const takeValue = (): boolean => {
    const token = take(`${STRING}|${NUMBER}|true|false|null|[{[]`)
    if (token === '[') return takeItems('\\]', takeValue)
    if (token !== '{') return token !== undefined
    return takeItems('}', () => take(STRING) !== undefined && take(':') !== undefined && takeValue())
  }
  takeValue()
  return text.length - text.slice(index).trimStart().length
}
