// Parses numbers and booleans as the service's validator does.

import { floatOf, integerOf, type JsonValue } from '../engine/input/json/json-value.ts'
import { formatMicroseconds, LAST_MICROSECOND } from '../engine/input/schemas/timestamp.ts'
import { trimWhiteSpace } from '../engine/input/schemas/white-space.ts'
import { countBytes } from '../engine/input/text/count-bytes.ts'
import type { ValidationIssue } from './errors/error-body.ts'
import { type DateTimeIssue, validationErrors } from './errors/validation-errors.ts'

const DATE = /^(\d{4})-(\d{2})-(\d{2})/

const TIME = /^[Tt_ ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:([Zz])|([-+\u2212])(\d{2})(?::?)(\d{2}))?$/

const UNIX_INTEGER = /^[-+]?\d+$/

// A text without a point is not tried as a number with an exponent.
const UNIX_FLOAT = /^[-+]?(\d*)\.\d*(?:[eE][-+]?\d+)?$/

// Larger numbers count milliseconds.
const MOST_SECONDS = 20_000_000_000n

// The start of year 0, which the validator knows, and that of year 1, with which Python begins.
const FIRST_SECOND = -62_167_219_200n

const FIRST_OF_PYTHON = -62_135_596_800n

const LAST_SECOND = 253_402_300_799n

const YEAR_0: DateTimeIssue = { isTriedAsDate: false, message: 'year 0 is out of range' }

const TOO_EARLY = 'dates before 0000 are not supported as unix timestamps'

const TOO_LATE = 'dates after 9999 are not supported as unix timestamps'

const MINUTE = 60_000_000n

const DAY = 1440n * MINUTE

const [LEAST_FLOAT, MOST_FLOAT] = [-(2 ** 63), 2 ** 63]

/** The result of parsing a text: its value, or why it is invalid. */
export type ParsedScalar<Value, Reason = true> = { value: Value } | { issue: Reason }

const MOST_DIGITS = 4300
const FLOAT = /^[-+]?(?:nan|inf(?:inity)?|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)$/i
const TRUE_SPELLINGS = ['true', '1', 'yes', 'on', 't', 'y']
const FALSE_SPELLINGS = ['false', '0', 'no', 'off', 'f', 'n']

/** Parses an integer that consists of digits only (assumption `integerSyntax`). */
export function parseDecimalInteger(text: string): ParsedScalar<bigint, 'syntax' | 'size'> {
  if (!/^\d+$/.test(text)) return { issue: 'syntax' }
  const significant = text.replace(/^0+(?=\d)/, '')
  return significant.length > MOST_DIGITS ? { issue: 'size' } : { value: BigInt(significant) }
}

/**
 * Parses an integer as the real service's validator does. It accepts surrounding white space, a plus
 * sign, leading zeros, single underscores between digits, and a fraction of zeros.
 */
export function parsePydanticInteger(text: string): ParsedScalar<bigint, 'syntax' | 'size'> {
  // The validator checks the number of leading digits first, whatever follows them.
  if (countLeading(text) > MOST_DIGITS) return { issue: 'size' }
  const trimmed = trimWhiteSpace(text)
  const [, minus = '', digits = ''] = /^\+?(-?)([\d_.]+)$/.exec(trimmed) ?? []
  if (minus === '-' && trimmed.startsWith('+')) return { issue: 'syntax' }
  const significant = digits.replace(/^0[0_]*(?=\d)/, '')
  const whole = /^(\d+(?:_\d+)*)(?:\.0+)?$/.exec(significant)?.[1]
  const integer = minus + (whole ?? '').replaceAll('_', '')
  // If the text is too long only after this cleanup, the validator reports a syntax error, not a size error.
  if (whole === undefined || integer.length > MOST_DIGITS) return { issue: 'syntax' }
  return { value: BigInt(integer) }
}

// The validator counts the minus sign too. It stops counting at a leading zero.
function countLeading(text: string): number {
  return /^-?[1-9]\d*/.exec(text)?.[0].length ?? 0
}

/**
 * Parses a float as the real service's validator does: with a sign, an exponent, and either surrounding white space or
 * single underscores, and also `nan` and `infinity`.
 */
export function parseFloatText(text: string): ParsedScalar<number> {
  const trimmed = trimWhiteSpace(text)
  const spelling = (FLOAT.test(trimmed) ? trimmed : (withoutUnderscores(text) ?? '')).toLowerCase()
  if (!FLOAT.test(spelling)) return { issue: true }
  const [, sign, word = ''] = /^([-+]?)(nan|inf)/.exec(spelling) ?? []
  if (word === 'nan') return { value: Number.NaN }
  if (word === 'inf') return { value: sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY }
  return { value: Number(spelling) }
}

function withoutUnderscores(text: string): string | undefined {
  return /^_|_$|__/.test(text) ? undefined : text.replaceAll('_', '')
}

/** Parses a boolean as the real service's validator does: ignoring case, but without white space. */
export function parsePydanticBoolean(text: string): ParsedScalar<boolean> {
  const spelling = text.toLowerCase()
  if (TRUE_SPELLINGS.includes(spelling)) return { value: true }
  return FALSE_SPELLINGS.includes(spelling) ? { value: false } : { issue: true }
}

/** Parses `true` or `false` (assumption `booleanSyntax`). */
export function parseStrictBoolean(text: string): ParsedScalar<boolean> {
  if (text === 'true') return { value: true }
  return text === 'false' ? { value: false } : { issue: true }
}

/** Builds the issue of a value that cannot be converted. */
type IssueBuilder = (loc: ValidationIssue['loc'], input: unknown) => ValidationIssue

export function parseInteger(input: JsonValue, parseText: typeof parsePydanticInteger): bigint | IssueBuilder {
  const integer = integerOf(input) ?? integerOfBoolean(input)
  if (integer !== undefined) return integer
  const float = floatOf(input)
  if (float !== undefined) return toWhole(float)
  if (typeof input !== 'string') return validationErrors.integerType
  const parsed = parseText(input)
  if ('value' in parsed) return parsed.value
  return parsed.issue === 'size' ? validationErrors.integerSize : validationErrors.integer
}

function toWhole(float: number): bigint | IssueBuilder {
  if (!Number.isFinite(float)) return validationErrors.finite
  if (!Number.isInteger(float)) return validationErrors.integerFraction
  return float > LEAST_FLOAT && float < MOST_FLOAT ? BigInt(float) : validationErrors.integerSize
}

export function parseNumber(input: JsonValue): number | IssueBuilder {
  const integer = integerOf(input) ?? integerOfBoolean(input)
  if (integer !== undefined) {
    return isTooLarge(integer) ? validationErrors.numberType : Number(integer)
  }
  if (typeof input !== 'string') return floatOf(input) ?? validationErrors.numberType
  const parsed = parseFloatText(input)
  return 'value' in parsed ? parsed.value : validationErrors.float
}

export function parseBoolean(input: JsonValue, parseText: typeof parsePydanticBoolean): boolean | IssueBuilder {
  if (typeof input === 'boolean') return input
  if (typeof input === 'string') {
    const parsed = parseText(input)
    return 'value' in parsed ? parsed.value : validationErrors.boolean
  }
  const number = floatOf(input) ?? integerOf(input)
  if (number === undefined) return validationErrors.booleanType
  const integer = typeof number === 'bigint' ? number : toWhole(number)
  if (typeof integer !== 'bigint' || !isSmall(integer)) return validationErrors.booleanType
  return integer === 0n || integer === 1n ? integer === 1n : validationErrors.boolean
}

/** Converts a Unix time to a timestamp; undefined for any other JSON. */
export function parseTimestamp(input: JsonValue) {
  const time = floatOf(input) ?? integerOf(input)
  return time === undefined || isTooLarge(time) ? undefined : parseUnixTime(time)
}

function integerOfBoolean(input: JsonValue): bigint | undefined {
  return typeof input === 'boolean' ? BigInt(input) : undefined
}

// Python has no float for larger integers.
function isTooLarge(number: number | bigint): boolean {
  return typeof number === 'bigint' && !Number.isFinite(Number(number))
}

// The validator reads only integers of 64 bits as booleans.
function isSmall(integer: bigint): boolean {
  return BigInt.asIntN(64, integer) === integer
}

/** Parses a text: ISO 8601 with or without a time, or a Unix timestamp. Without an offset, it is in UTC. */
export function parseDateTimeText(text: string): ParsedScalar<string, DateTimeIssue> {
  const issue = findDateIssue(text)
  if (issue === undefined) return parseIso(text)
  return parseUnixText(text) ?? { issue: { isTriedAsDate: true, message: issue } }
}

/** Parses a Unix timestamp in seconds or milliseconds. */
export function parseUnixTime(time: bigint | number): ParsedScalar<string, DateTimeIssue> {
  if (Number.isNaN(time)) return { issue: { isTriedAsDate: false, message: 'NaN values not permitted' } }
  const parsed = toDateTime(typeof time === 'bigint' ? countOfInteger(time) : countOfFloat(time))
  return 'value' in parsed ? parsed : { issue: { ...parsed.issue, isTriedAsDate: false } }
}

function parseIso(text: string): ParsedScalar<string, DateTimeIssue> {
  const rest = text.slice(10)
  const time = rest === '' ? 0n : parseTime(rest)
  if (time === undefined) {
    return { issue: { isTriedAsDate: true, message: 'unexpected extra characters at the end of the input' } }
  }
  if (text.startsWith('0000')) return { issue: YEAR_0 }
  const midnight = BigInt(Date.parse(`${text.slice(0, 10)}T00:00:00Z`)) * 1000n
  return { value: formatMicroseconds(midnight + time) }
}

// In microseconds since midnight in UTC; undefined if it is invalid.
function parseTime(text: string): bigint | undefined {
  const found = TIME.exec(text)
  if (found === null) return undefined
  const [, hours = '', minutes = '', seconds = '0', fraction = '', , sign, offsetHours = '0', offsetMinutes = '0'] =
    found
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59 || Number(offsetMinutes) > 59) return undefined
  const offset = (BigInt(offsetHours) * 60n + BigInt(offsetMinutes)) * MINUTE
  if (offset >= DAY) return undefined
  const local =
    (BigInt(hours) * 60n + BigInt(minutes)) * MINUTE +
    BigInt(seconds) * 1_000_000n +
    BigInt(fraction.slice(0, 6).padEnd(6, '0'))
  return sign === '+' ? local - offset : local + offset
}

function findDateIssue(text: string): string | undefined {
  if (countBytes(text.slice(0, 10)) < 10) return 'input is too short'
  const parts = ['year', '-', 'month', '-', 'day']
  const ends = [4, 5, 7, 8, 10]
  let start = 0
  for (const [index, end] of ends.entries()) {
    const part = text.slice(start, end)
    start = end
    if (parts[index] === '-' && part !== '-') return 'invalid date separator, expected `-`'
    if (parts[index] !== '-' && !/^\d+$/.test(part)) return `invalid character in ${parts[index]}`
  }
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number)
  if (month === undefined || month < 1 || month > 12) return 'month value is outside expected range of 1-12'
  // Year 0 is a leap year like 2000.
  const days = new Date(Date.UTC((year ?? 0) + 2000, month, 0)).getUTCDate()
  return day === undefined || day < 1 || day > days ? 'day value is outside expected range' : undefined
}

// Undefined if it is not a number.
function parseUnixText(text: string): ParsedScalar<string, DateTimeIssue> | undefined {
  if (UNIX_INTEGER.test(text)) {
    const size = readInteger(text.replace(/^[-+]/, ''))
    return size === undefined ? undefined : toDateTime(countOfInteger(text.startsWith('-') ? -size : size))
  }
  const [, whole] = UNIX_FLOAT.exec(text) ?? []
  if (whole === undefined || readInteger(whole) === undefined) return undefined
  const microseconds = countOfFloatText(Number(text))
  const parsed = microseconds === undefined ? undefined : toDateTime(microseconds)
  // The validator only says that a number is out of its range if it is an integer.
  return parsed !== undefined && 'issue' in parsed && parsed.issue !== YEAR_0 ? undefined : parsed
}

// The validator's integers have 64 bits. It notices that one is too large only if a digit makes it negative.
function readInteger(digits: string): bigint | undefined {
  let size = 0n
  for (const digit of digits) {
    size = BigInt.asIntN(64, size * 10n + BigInt(digit))
    if (size < 0n) return undefined
  }
  return size
}

function countOfInteger(time: bigint): bigint {
  return isInSeconds(time) ? time * 1_000_000n : time * 1000n
}

// The validator looks for milliseconds before and after it has rounded, so it divides very large numbers twice.
function countOfFloatText(time: number): bigint | undefined {
  if (!Number.isFinite(time)) return undefined
  const seconds = isInSeconds(time) ? time : time / 1000
  const whole = Math.floor(seconds)
  return countOfInteger(BigInt(whole)) + BigInt(Math.round((seconds - whole) * 1_000_000))
}

// The validator adds the fraction of a negative number, too, after it has rounded the number down.
function countOfFloat(time: number): bigint {
  if (!Number.isFinite(time)) return time > 0 ? 2n * LAST_MICROSECOND : -2n * LAST_MICROSECOND
  const fraction = Math.abs(time % 1) * (isInSeconds(time) ? 1_000_000 : 1000)
  return countOfInteger(BigInt(Math.floor(time))) + BigInt(Math.round(fraction))
}

function isInSeconds(time: bigint | number): boolean {
  return time >= -MOST_SECONDS && time <= MOST_SECONDS
}

function toDateTime(microseconds: bigint): ParsedScalar<string, DateTimeIssue> {
  if (microseconds < FIRST_SECOND * 1_000_000n) return { issue: { isTriedAsDate: true, message: TOO_EARLY } }
  if (microseconds < FIRST_OF_PYTHON * 1_000_000n) return { issue: YEAR_0 }
  if (microseconds >= (LAST_SECOND + 1n) * 1_000_000n) return { issue: { isTriedAsDate: true, message: TOO_LATE } }
  return { value: formatMicroseconds(microseconds) }
}
