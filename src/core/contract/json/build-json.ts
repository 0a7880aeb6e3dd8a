// Builds the value of a valid JSON text.

import { type JsonValue, toFloat, toInteger } from './json-value.ts'

const NUMBER = /-?(?:Infinity|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)/y
const SPACE = /[ \t\n\r]*/y
const STRING_PART = /[^"\\]*/y
const WORDS = new Map<string, { readonly text: string; readonly value: JsonValue }>([
  ['t', { text: 'true', value: true }],
  ['f', { text: 'false', value: false }],
  ['n', { text: 'null', value: null }],
  ['N', { text: 'NaN', value: Number.NaN }],
  ['I', { text: 'Infinity', value: Number.POSITIVE_INFINITY }],
])
const MOST_SAFE_DIGITS = 15

/** A value, and the position after it. */
interface Built {
  readonly value: JsonValue
  readonly end: number
}

/**
 * Builds the value of a text that Python's decoder accepts. It keeps what `JSON.parse` loses: whole floats, the
 * digits of large integers, and the order of names that look like integers.
 */
export function buildJson(text: string): JsonValue {
  return buildValue(text, skipSpace(text, 0)).value
}

function buildValue(text: string, start: number): Built {
  const character = text.charAt(start)
  if (character === '{') return buildObject(text, start + 1)
  if (character === '[') return buildList(text, start + 1)
  if (character === '"') return buildText(text, start)
  const word = WORDS.get(character)
  return word === undefined ? buildNumber(text, start) : { value: word.value, end: start + word.text.length }
}

function buildObject(text: string, start: number): Built {
  const fields = new Map<string, JsonValue>()
  let position = skipSpace(text, start)
  while (text[position] !== '}') {
    const name = buildText(text, position)
    const { value, end } = buildValue(text, skipSpace(text, skipSpace(text, name.end) + 1))
    fields.set(name.value, value)
    position = skipSpace(text, end)
    if (text[position] === ',') position = skipSpace(text, position + 1)
  }
  return { value: fields, end: position + 1 }
}

function buildList(text: string, start: number): Built {
  const items: JsonValue[] = []
  let position = skipSpace(text, start)
  while (text[position] !== ']') {
    const { value, end } = buildValue(text, position)
    items.push(value)
    position = skipSpace(text, end)
    if (text[position] === ',') position = skipSpace(text, position + 1)
  }
  return { value: items, end: position + 1 }
}

function buildText(text: string, start: number): { value: string; end: number } {
  let position = start + 1
  for (;;) {
    STRING_PART.lastIndex = position
    STRING_PART.test(text)
    position = STRING_PART.lastIndex
    if (text[position] === '"') break
    position += 2
  }
  const end = position + 1
  const inner = text.slice(start + 1, position)
  return { value: inner.includes('\\') ? JSON.parse(text.slice(start, end)) : inner, end }
}

function buildNumber(text: string, start: number): Built {
  NUMBER.lastIndex = start
  const [digits = ''] = NUMBER.exec(text) ?? []
  return { value: toNumber(digits), end: start + digits.length }
}

function toNumber(digits: string): JsonValue {
  if (/[.eE]/.test(digits)) return toFloat(Number(digits))
  if (digits.endsWith('y')) return Number(digits)
  // Zero has no sign as an integer.
  return digits.length <= MOST_SAFE_DIGITS ? Number(digits) + 0 : toInteger(BigInt(digits))
}

function skipSpace(text: string, start: number): number {
  // Usually there is no white space.
  if (text.charCodeAt(start) > 0x20) return start
  SPACE.lastIndex = start
  SPACE.test(text)
  return SPACE.lastIndex
}
