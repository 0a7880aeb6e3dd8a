// Parses date-times as the service's validator does.

import { formatMicroseconds, LAST_MICROSECOND } from '../../engine/input/schemas/timestamp.ts'
import { countBytes } from '../../engine/input/text/count-bytes.ts'
import type { ParsedScalar } from './scalars.ts'

/** Why a date-time is invalid. The validator tries a text as a date, too, and then says so. */
export interface DateTimeIssue {
  readonly isTriedAsDate: boolean
  readonly message: string
}

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
