// JSON as Python reads it: the text of a body in one of the encodings that Python detects, and its values.

import { type JsonValue, toFloat, toInteger } from '../../engine/input/json/json-value.ts'
import {
  type Dialect,
  type JsonError,
  NUMBER_TOO_LONG,
  type ParsedJson,
  parseJson,
  TOO_DEEP,
  WORDS,
} from '../../engine/input/json/parse-json.ts'

/** How many values a body can contain, also in ignored fields. More would block others for longer than about 20 ms. */
export const MOST_VALUES = 25_000

// `JSON.parse` is faster, but it can neither stop at a limit nor take many different names quickly.
const MOST_CHARACTERS_AT_ONCE = 16_384

/**
 * What `JSON.parse` does not keep: a whole float, also one that is whole only after rounding, many digits, a
 * negative zero, and a name that looks like an integer. The pattern may match inside of a text, which only costs
 * time.
 */
const LOSSY = /(?:^|[[,:\s])-?(?:\d{16}|\d{1,15}(?:\.0+(?!\d)|\.\d{14}|\.\d+[eE]|[eE])|(?<=-)0)|"\d{0,10}(?:"\s*:|\\u)/

const [QUOTE, BACKSLASH, OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [34, 92, 123, 125, 91, 93]

/** Reads a JSON text: its value, why it is not valid, that it is too large, or that Python gives up without a reason. */
export function readJson(text: string): ParsedJson | 'unreadable' {
  const isQuick = text.length <= MOST_CHARACTERS_AT_ONCE && !isNestedDeeper(text, MOST_LEVELS) && !LOSSY.test(text)
  const parsed = (isQuick ? parse(text) : undefined) ?? parseJson(text, PYTHON, { values: MOST_VALUES })
  if (!('error' in parsed)) return parsed
  const { message } = parsed.error
  return message === NUMBER_TOO_LONG || message === TOO_DEEP ? 'unreadable' : parsed
}

function parse(text: string): { value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Whether values are nested deeper in a JSON text. If it is not valid, the result means nothing. */
// Scanning the text is much faster than walking through all values.
export function isNestedDeeper(text: string, levels: number): boolean {
  if (text.length <= levels) return false
  let depth = 0
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charCodeAt(place)
    if (character === QUOTE) place = findEndOfString(text, place)
    else if (character === OPENING_BRACE || character === OPENING_BRACKET) depth += 1
    else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) depth -= 1
    if (depth > levels) return true
  }
  return false
}

function findEndOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

// A character is escaped if an odd number of backslashes precedes it.
function isEscaped(text: string, place: number): boolean {
  let start = place
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1
  return (place - start) % 2 === 1
}

/** The number of levels at about which the real service's decoder gives up. */
const MOST_LEVELS = 960

// Python does not convert longer integers.
const MOST_DIGITS = 4300
const MOST_SAFE_DIGITS = 15

/** JSON as Python reads it. It keeps whole floats, the digits of large integers, and the order of all names. */
export const PYTHON: Dialect = {
  words: new Map([
    ...WORDS,
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
  ]),
  levels: MOST_LEVELS,
  allowsRepeated: true,
  readNumber(digits) {
    if (/[.eE]/.test(digits)) return toFloat(Number(digits))
    // Zero has no sign as an integer.
    if (digits.length <= MOST_SAFE_DIGITS) return Number(digits) + 0
    const isTooLong = digits.length - (digits.startsWith('-') ? 1 : 0) > MOST_DIGITS
    return isTooLong ? undefined : toInteger(BigInt(digits))
  },
  createObject: () => new Map<string, JsonValue>(),
  setField(object, name, value) {
    ;(object as Map<string, JsonValue>).set(name, value)
  },
}

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

const MOST_CODE_POINTS = 8192
// Characters of one byte to four end before these first bytes, and before these code points.
const FIRST_BYTES = [0xc0, 0xe0, 0xf0, 0xf8]
const CODE_POINTS = [0x80, 0x800, 0x10000, 0x110000]

interface Encoding {
  readonly bytesPerUnit: 1 | 2 | 4
  readonly isLittle: boolean
  /** The length of the byte order mark. */
  readonly skip: number
}

/** Decodes a JSON body as Python does, with halves of surrogate pairs. Returns undefined if the bytes are invalid. */
export function decodeJsonText(bytes: Uint8Array): string | undefined {
  const { bytesPerUnit, isLittle, skip } = detectEncoding(bytes)
  const content = bytes.subarray(skip)
  if (bytesPerUnit === 1) return decodeUtf8(content) ?? decodeWithSurrogates(content)
  if (content.length % bytesPerUnit !== 0) return undefined
  return bytesPerUnit === 2 ? decodeUtf16(content, isLittle) : decodeUtf32(content, isLittle)
}

/** Decodes UTF-8. A byte order mark stays. Returns undefined if the bytes are invalid. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const UTF_8: Encoding = { bytesPerUnit: 1, isLittle: false, skip: 0 }
const UTF_16_BE: Encoding = { bytesPerUnit: 2, isLittle: false, skip: 0 }
const UTF_16_LE: Encoding = { bytesPerUnit: 2, isLittle: true, skip: 0 }
const UTF_32_BE: Encoding = { bytesPerUnit: 4, isLittle: false, skip: 0 }
const UTF_32_LE: Encoding = { bytesPerUnit: 4, isLittle: true, skip: 0 }

// The start of a body in hexadecimal, in the order in which Python tries them. Without a byte order mark, the zeros of
// the first ASCII characters tell the encoding.
const STARTS: readonly (readonly [RegExp, Encoding])[] = [
  [/^0000feff/, { ...UTF_32_BE, skip: 4 }],
  [/^fffe0000/, { ...UTF_32_LE, skip: 4 }],
  [/^feff/, { ...UTF_16_BE, skip: 2 }],
  [/^fffe/, { ...UTF_16_LE, skip: 2 }],
  [/^efbbbf/, { ...UTF_8, skip: 3 }],
  [/^0000..../, UTF_32_BE],
  [/^00......|^00..$/, UTF_16_BE],
  [/^..000000/, UTF_32_LE],
  [/^..00....|^..00$/, UTF_16_LE],
]

function detectEncoding(bytes: Uint8Array): Encoding {
  const start = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return STARTS.find(([pattern]) => pattern.test(start))?.[1] ?? UTF_8
}

function decodeUtf16(bytes: Uint8Array, isLittle: boolean): string {
  return decodeUnits(bytes, 2, (view, place) => view.getUint16(place, isLittle))
}

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string | undefined {
  try {
    return decodeUnits(bytes, 4, (view, place) => view.getUint32(place, isLittle))
  } catch {
    // A number is no code point.
    return undefined
  }
}

function decodeUnits(bytes: Uint8Array, size: number, read: (view: DataView, place: number) => number): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += MOST_CODE_POINTS * size) {
    const units: number[] = []
    const end = Math.min(bytes.length, start + MOST_CODE_POINTS * size)
    for (let place = start; place < end; place += size) units.push(read(view, place))
    parts.push(String.fromCodePoint(...units))
  }
  return parts.join('')
}

// A decoder for each part between two halves would take seconds for a body with many of them.
function decodeWithSurrogates(bytes: Uint8Array): string | undefined {
  const parts: string[] = []
  let points: number[] = []
  for (let place = 0; place < bytes.length; ) {
    const point = readCodePoint(bytes, place)
    if (point === undefined) return undefined
    points.push(point)
    place += countBytes(point)
    if (points.length < MOST_CODE_POINTS) continue
    parts.push(String.fromCodePoint(...points))
    points = []
  }
  return parts.join('') + String.fromCodePoint(...points)
}

function readCodePoint(bytes: Uint8Array, place: number): number | undefined {
  const first = bytes[place] ?? 0
  if (first < 0x80) return first
  const length = FIRST_BYTES.findIndex((least) => first < least) + 1
  if (length < 2) return undefined
  let point = first & (0x7f >> length)
  for (let offset = 1; offset < length; offset += 1) {
    const next = bytes[place + offset] ?? 0
    if ((next & 0xc0) !== 0x80) return undefined
    point = (point << 6) | (next & 0x3f)
  }
  return countBytes(point) === length ? point : undefined
}

/** Counts the bytes of a code point in UTF-8. */
function countBytes(point: number): number {
  return CODE_POINTS.findIndex((least) => point < least) + 1
}
