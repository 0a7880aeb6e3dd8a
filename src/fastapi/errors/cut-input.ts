// How much of an input a response repeats.

import { entriesOf, floatOf, isJsonObject, type JsonObject } from '../../engine/input/json/json-value.ts'
import { countBytes } from '../../engine/input/text/count-bytes.ts'
import { writeJson } from '../json/write-json.ts'

const MOST_SHOWN = 100

/** The maximum length of a text that a response repeats in a sentence. */
export const MOST_ECHOED = 1000

/** An input in the form that a response repeats. */
export interface Repeated {
  /** The input itself, or the start of its text if it is too large. */
  input: unknown
  /** Its size as JSON in bytes; 0 if it was cut. */
  bytes: number
}

/** Repeats an input within some bytes, or the start of its text or JSON. It reads no more than it needs. */
export function repeatInput(input: unknown, most: number): Repeated {
  if (typeof input === 'string' && input.length > most) return { input: cutText(input), bytes: 0 }
  const meter = createMeter(most)
  meter.read(input)
  if (meter.left() >= 0) return { input, bytes: most - meter.left() }
  return { input: cutText(typeof input === 'string' ? input : meter.start(), MOST_SHOWN), bytes: 0 }
}

/** Returns a text, or its first hundred characters and "..." if it is longer than `most`. */
export function cutText(text: string, most = MOST_SHOWN): string {
  if (text.length <= most) return text
  // A surrogate pair is not cut in half.
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(MOST_SHOWN - 1))
  return `${text.slice(0, isSplit ? MOST_SHOWN - 1 : MOST_SHOWN)}...`
}

/** Creates a meter that counts the bytes of a value's JSON, until there are too many, and keeps its start. */
function createMeter(most: number) {
  let left = most
  let start = ''
  const add = (text: string): void => {
    left -= text.length
    if (start.length <= MOST_SHOWN) start += text
  }
  const addText = (text: string): void => {
    const json = JSON.stringify(text.slice(0, Math.max(left, MOST_SHOWN)))
    add(json)
    left -= countBytes(json) - json.length + Math.max(0, text.length - json.length)
  }
  const readItems = (items: readonly unknown[]): void => {
    add('[')
    for (let index = 0; index < items.length && left >= 0; index += 1) {
      if (index > 0) add(',')
      read(items[index])
    }
    add(']')
  }
  const readFields = (value: JsonObject): void => {
    let separator = '{'
    // Listing the names of a large object first would take another pass.
    for (const [name, field] of entriesOf(value)) {
      if (left < 0) break
      add(separator)
      addText(name)
      add(':')
      read(field)
      separator = ','
    }
    add(separator === '{' ? '{}' : '}')
  }
  const read = (value: unknown): void => {
    if (typeof value === 'string') addText(value)
    else if (Array.isArray(value)) readItems(value)
    else if (isJsonObject(value)) readFields(value)
    else add(writeNumber(value))
  }
  return { read, left: () => left, start: () => start }
}

// Infinite numbers are not JSON, but have a length.
function writeNumber(value: unknown): string {
  const float = floatOf(value)
  return float === undefined || Number.isFinite(float) ? writeJson(value) : String(float)
}
