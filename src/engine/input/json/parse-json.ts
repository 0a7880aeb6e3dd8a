// The reader of JSON texts, which stops at a limit and knows where a text is wrong.

import { finish, type Steps } from '../../work/steps.ts'
import type { JsonValue } from './json-value.ts'

/** Where a text stops being valid JSON, counted from 0 in UTF-16 code units, and why. */
export interface JsonError {
  position: number
  message: string
}

/** What is valid, and what becomes of it. */
export interface Dialect {
  readonly words: ReadonlyMap<string, JsonValue>
  /** How deeply values can be nested. */
  readonly levels: number
  /** Returns the value of a number; undefined if it has too many digits. */
  readNumber(digits: string): JsonValue | undefined
  createObject(): object
  setField(object: object, name: string, value: JsonValue): void
  /** Whether an object may have a name twice. The last value wins then. */
  readonly allowsRepeated: boolean
}

/** How much a text may contain. */
export interface JsonLimits {
  /** Values of every kind, including nested ones. */
  readonly values: number
  /** Names in one object. Default: as many as values. */
  readonly names?: number
}

/** The value of a text, the first error in it, or of what it contains more than allowed. */
export type ParsedJson =
  | { readonly value: JsonValue }
  | { readonly error: JsonError }
  | { readonly tooMany: keyof JsonLimits }

/** The message for a number that has too many digits for its reader. */
export const NUMBER_TOO_LONG = 'Number has too many digits'

/** The message for values that are nested deeper than the dialect allows. */
export const TOO_DEEP = 'Values are nested too deeply'

/** The words that every dialect has. */
export const WORDS: readonly [string, JsonValue][] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

/** JSON as `JSON.parse` reads it. */
export const STRICT: Dialect = {
  words: new Map(WORDS),
  levels: Number.POSITIVE_INFINITY,
  allowsRepeated: true,
  readNumber: Number,
  createObject: () => ({}),
  setField(object, name, value) {
    if (name !== '__proto__') Reflect.set(object, name, value)
    else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  },
}

/** The message for a name that an object has twice. */
export const REPEATED = 'Repeated name'

/** An object or a list whose end has not been reached. */
interface OpenValue {
  readonly value: JsonValue
  readonly isObject: boolean
  /** How many names it has had, and the last one. */
  names: number
  name: string
}

const VALUES_IN_A_STEP = 1000

/** Parses a JSON text. The time is proportional to its length, and no more values are read than allowed. */
export function parseJson(text: string, dialect: Dialect, limits: JsonLimits): ParsedJson {
  return finish(parseJsonInSteps(text, dialect, limits))
}

/** Parses a JSON text like `parseJson`, and lets others work in between. */
export function* parseJsonInSteps(
  text: string,
  dialect: Dialect,
  { values, names = values }: JsonLimits,
): Steps<ParsedJson> {
  const readNext = createReader(text, dialect, names)
  for (let count = 1; count <= values; count += 1) {
    if (count % VALUES_IN_A_STEP === 0) yield
    const parsed = readNext()
    if (parsed !== undefined) return parsed
  }
  return { tooMany: 'values' }
}

/** Creates a function that reads or opens the next value. It returns the result once there is one. */
function createReader(text: string, dialect: Dialect, mostNames: number): () => ParsedJson | undefined {
  // Not the call stack, because some texts are nested too deeply for it.
  const open: OpenValue[] = []
  let position = skipSpace(text, 0)
  const fail = (message: string): ParsedJson => ({ error: { position, message } })

  const begin = (isObject: boolean): ParsedJson | undefined => {
    if (open.length === dialect.levels) return fail(TOO_DEEP)
    const value = (isObject ? dialect.createObject() : []) as JsonValue
    const begun = { value, isObject, names: 0, name: '' }
    const end = skipSpace(text, position + 1)
    if (text[end] !== endOf(begun)) return goOn(begun)
    position = end + 1
    return add(value)
  }
  const readName = (around: OpenValue): ParsedJson | undefined => {
    if (text[position] !== '"') return fail('Expecting property name enclosed in double quotes')
    around.names += 1
    if (around.names > mostNames) return { tooMany: 'names' }
    const end = scanString(text, position)
    if (typeof end !== 'number') return { error: end }
    around.name = readString(text, position, end)
    if (!dialect.allowsRepeated && Object.hasOwn(around.value as object, around.name)) return fail(REPEATED)
    position = skipSpace(text, end)
    if (text[position] !== ':') return fail("Expecting ':' delimiter")
    position = skipSpace(text, position + 1)
    return undefined
  }
  // Adds a value to the one that it is in, and ends all values that end after it.
  const add = (innermost: JsonValue): ParsedJson | undefined => {
    let value = innermost
    for (let around = open.pop(); around !== undefined; around = open.pop()) {
      put(around, value, dialect)
      position = skipSpace(text, position)
      if (text[position] === ',') return goOn(around)
      if (text[position] !== endOf(around)) return fail("Expecting ',' delimiter")
      position += 1
      value = around.value
    }
    position = skipSpace(text, position)
    return position === text.length ? { value } : fail('Extra data')
  }
  const goOn = (around: OpenValue): ParsedJson | undefined => {
    open.push(around)
    position = skipSpace(text, position + 1)
    return around.isObject ? readName(around) : undefined
  }
  return () => {
    if (text[position] === '{' || text[position] === '[') return begin(text[position] === '{')
    const scalar = readScalar(text, position, dialect)
    if ('message' in scalar) return { error: scalar }
    position = scalar.end
    return add(scalar.value)
  }
}

function endOf({ isObject }: OpenValue): string {
  return isObject ? '}' : ']'
}

function put({ value, isObject, name }: OpenValue, inner: JsonValue, dialect: Dialect): void {
  if (isObject) dialect.setField(value as object, name, inner)
  else (value as JsonValue[]).push(inner)
}

function readScalar(text: string, start: number, dialect: Dialect): JsonError | { value: JsonValue; end: number } {
  if (text[start] === '"') {
    const end = scanString(text, start)
    return typeof end === 'number' ? { value: readString(text, start, end), end } : end
  }
  const end = scanNumber(text, start)
  if (typeof end === 'number') {
    const value = dialect.readNumber(text.slice(start, end))
    return value === undefined ? { position: start, message: NUMBER_TOO_LONG } : { value, end }
  }
  for (const [word, value] of dialect.words)
    if (text.startsWith(word, start)) return { value, end: start + word.length }
  return end
}

/** The position after a token, or the error that ended the scan. */
type Scan = number | JsonError

// Sticky patterns scan a text several times faster than a loop over its characters.
const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y
const SPACE = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them in a string
const PLAIN = /[^"\\\0-\x1f]*/y
const ESCAPES = /(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}/y

function scanNumber(text: string, start: number): Scan {
  return matchAt(NUMBER, text, start) ?? { position: start, message: 'Expecting value' }
}

/** Scans a string with its quotes. */
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

/** Returns the text of a valid string. It does not keep the JSON around it in memory; see `ownText`. */
function readString(text: string, start: number, end: number): string {
  return JSON.parse(text.slice(start, end))
}

function skipSpace(text: string, start: number): number {
  // Usually there is no white space.
  return text.charCodeAt(start) > 0x20 ? start : (matchAt(SPACE, text, start) ?? start)
}

function matchAt(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** Finds the error of a parsed text by line and column, as editors count them: from 1, in UTF-16 code units. */
export function locateJsonError(text: string, parsed: ParsedJson): ReturnType<typeof locateInText> {
  return locateInText(text, 'error' in parsed ? parsed.error : { position: text.length, message: 'Expecting value' })
}

export function locateInText(text: string, { position, message }: JsonError) {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < position; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  return { line, column: position - start + 1, message }
}
