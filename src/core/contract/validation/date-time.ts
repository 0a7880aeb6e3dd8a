// Parses date-times as the service's validator does.

import { formatMicroseconds, LAST_MICROSECOND } from '../../schemas/timestamp.ts'
import type { Parsed } from './scalars.ts'
import { parseFloatText } from './scalars.ts'

/** Why a date-time is invalid. The validator tries a text as a date, too, and then says so. */
export interface DateTimeIssue {
  readonly isTriedAsDate: boolean
  readonly message: string
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})/
const TIME = /^[Tt_ ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:([Zz])|([-+\u2212])(\d{2})(?::?)(\d{2}))?$/
const UNIX_INTEGER = /^[-+]?\d+$/
// A text without a point is not tried as a number with an exponent.
const UNIX_FLOAT = /^[-+]?\d*\./
const [LEAST_INTEGER, MOST_INTEGER] = [-(2n ** 63n), 2n ** 63n - 1n]
// Larger numbers count milliseconds.
const MOST_SECONDS = 20_000_000_000n
const FIRST_SECOND = -11_676_096_000n
const LAST_SECOND = 253_402_300_799n
const TOO_EARLY = 'dates before 1600 are not supported as unix timestamps'
const TOO_LATE = 'dates after 9999 are not supported as unix timestamps'
const MINUTE = 60_000_000n
const DAY = 1440n * MINUTE

/** Parses a text: ISO 8601 with or without a time, or a Unix timestamp. Without an offset, it is in UTC. */
export function parseDateTimeText(text: string): Parsed<string, DateTimeIssue> {
  const issue = findDateIssue(text)
  if (issue === undefined) return parseIso(text)
  const microseconds = parseUnixText(text)
  if (microseconds === undefined) return { issue: { isTriedAsDate: true, message: issue } }
  return describeRange(microseconds, true) ?? { value: formatMicroseconds(microseconds) }
}

/** Parses a Unix timestamp in seconds or milliseconds. */
export function parseUnixTime(time: bigint | number): Parsed<string, DateTimeIssue> {
  if (Number.isNaN(time)) return { issue: { isTriedAsDate: false, message: 'NaN values not permitted' } }
  const microseconds = typeof time === 'bigint' ? countOfInteger(time) : countOfFloat(time)
  return describeRange(microseconds, false) ?? { value: formatMicroseconds(microseconds) }
}

function parseIso(text: string): Parsed<string, DateTimeIssue> {
  const rest = text.slice(10)
  const time = rest === '' ? 0n : parseTime(rest)
  if (time === undefined) {
    return { issue: { isTriedAsDate: true, message: 'unexpected extra characters at the end of the input' } }
  }
  if (text.startsWith('0000')) return { issue: { isTriedAsDate: false, message: 'year 0 is out of range' } }
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
  if (new TextEncoder().encode(text.slice(0, 10)).length < 10) return 'input is too short'
  const parts = ['year', '-', 'month', '-', 'day']
  const ends = [4, 5, 7, 8, 10]
  let start = 0
  for (const [index, end] of ends.entries()) {
    const given = text.slice(start, end)
    start = end
    if (parts[index] === '-' && given !== '-') return 'invalid date separator, expected `-`'
    if (parts[index] !== '-' && !/^\d+$/.test(given)) return `invalid character in ${parts[index]}`
  }
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number)
  if (month === undefined || month < 1 || month > 12) return 'month value is outside expected range of 1-12'
  // Year 0 is a leap year like 2000.
  const days = new Date(Date.UTC((year ?? 0) + 2000, month, 0)).getUTCDate()
  return day === undefined || day < 1 || day > days ? 'day value is outside expected range' : undefined
}

// In microseconds; undefined if it is not a number.
function parseUnixText(text: string): bigint | undefined {
  if (UNIX_INTEGER.test(text)) {
    const integer = BigInt(text.replace('+', ''))
    return integer < LEAST_INTEGER || integer > MOST_INTEGER ? undefined : countOfInteger(integer)
  }
  const parsed = UNIX_FLOAT.test(text) ? parseFloatText(text) : undefined
  return parsed === undefined || 'issue' in parsed ? undefined : countOfFloat(parsed.value)
}

function countOfInteger(time: bigint): bigint {
  const isInSeconds = time >= -MOST_SECONDS && time <= MOST_SECONDS
  return isInSeconds ? time * 1_000_000n : time * 1000n
}

function countOfFloat(time: number): bigint {
  if (!Number.isFinite(time)) return time > 0 ? 2n * LAST_MICROSECOND : -2n * LAST_MICROSECOND
  const seconds = Math.abs(time) <= Number(MOST_SECONDS) ? time : time / 1000
  const whole = Math.floor(seconds)
  return BigInt(whole) * 1_000_000n + BigInt(Math.round((seconds - whole) * 1_000_000))
}

function describeRange(microseconds: bigint, isTriedAsDate: boolean): { issue: DateTimeIssue } | undefined {
  if (microseconds < FIRST_SECOND * 1_000_000n) return { issue: { isTriedAsDate, message: TOO_EARLY } }
  if (microseconds >= (LAST_SECOND + 1n) * 1_000_000n) return { issue: { isTriedAsDate, message: TOO_LATE } }
  return undefined
}
