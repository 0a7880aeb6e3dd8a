// Parses a JSON text in steps, and no further than a limit.

import type { Steps } from '../../limits/steps.ts'
import { type JsonError, readString, scanNumber, scanString, skipSpace } from './json-tokens.ts'
import type { JsonValue } from './json-value.ts'

/** What is valid, and what becomes of it. */
export interface Dialect {
  /** The values that are words. */
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

// Each takes about a microsecond.
const VALUES_PER_STEP = 500

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

/** JSON whose names are not repeated, so that no value is lost. */
export const UNREPEATED: Dialect = { ...STRICT, allowsRepeated: false }

/** An object or a list whose end has not been reached. */
interface Open {
  readonly value: JsonValue
  readonly isObject: boolean
  /** How many names it has had, and the last one. */
  names: number
  name: string
}

/**
 * Parses a JSON text in steps. The time is proportional to the length of the text, and no more values are read than
 * allowed.
 */
export function* parseJson(text: string, dialect: Dialect, { values, names = values }: JsonLimits): Steps<ParsedJson> {
  const readNext = createReader(text, dialect, names)
  for (let count = 1; count <= values; count += 1) {
    if (count % VALUES_PER_STEP === 0) yield
    const parsed = readNext()
    if (parsed !== undefined) return parsed
  }
  return { tooMany: 'values' }
}

/** Creates a function that reads or opens the next value. It returns the result once there is one. */
function createReader(text: string, dialect: Dialect, mostNames: number): () => ParsedJson | undefined {
  // Not the call stack, because some texts are nested too deeply for it.
  const open: Open[] = []
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
  const readName = (around: Open): ParsedJson | undefined => {
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
  const goOn = (around: Open): ParsedJson | undefined => {
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

function endOf({ isObject }: Open): string {
  return isObject ? '}' : ']'
}

function put({ value, isObject, name }: Open, inner: JsonValue, dialect: Dialect): void {
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
