// Date-times: how they are stored, compared and written.

import * as z from 'zod'

const SPELLING = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/

// Nearly all texts have this form already, and `Date` takes several times as long to find that out. The
// days that not every month has are left to it.
const SURELY_CANONICAL =
  /^(?!0{4})\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.(?!0{6})\d{6})?Z$/

const FIRST_SECOND = -62_135_596_800
const FIRST = '0001-01-01T00:00:00Z'
const LAST = '9999-12-31T23:59:59.999999Z'

/** The range of date-times in words: that of Python, which the real service uses. */
export const TIME_RANGE = `from ${FIRST} to ${LAST}`
/** The first and the last date-time, in microseconds since the Unix epoch. */
export const FIRST_MICROSECOND = -62_135_596_800_000_000n
export const LAST_MICROSECOND = 253_402_300_799_999_999n

/** A date-time of records: UTC, six decimals or none, and `Z`. Other ISO 8601 spellings with an offset become it. */
export const timestampSchema = z
  .string()
  .overwrite((text) => toCanonicalTimestamp(text) ?? text)
  .refine((text) => toCanonicalTimestamp(text) === text, {
    error: `It must be an ISO 8601 date-time with an offset, such as 2026-03-02T09:00:00Z, ${TIME_RANGE}`,
    // Or else a union takes this form for the one that was meant.
    abort: true,
  })

/** Converts microseconds since the Unix epoch to the form of records, and to the nearest end of `TIME_RANGE`. */
export function formatMicroseconds(microseconds: bigint): string {
  const least = microseconds < FIRST_MICROSECOND ? FIRST_MICROSECOND : microseconds
  const bounded = least > LAST_MICROSECOND ? LAST_MICROSECOND : least
  // Counted from the first date-time, so that it is never negative.
  const passed = bounded - FIRST_MICROSECOND
  const seconds = Number(passed / 1_000_000n) + FIRST_SECOND
  return joinTimestamp(toSecondsText(seconds * 1000), String(passed % 1_000_000n).padStart(6, '0'))
}

/** Converts a timestamp in the form of records to microseconds since the Unix epoch. */
export function parseMicroseconds(timestamp: string): bigint {
  const { seconds, fraction } = splitTimestamp(timestamp)
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction)
}

/** Microseconds in JSON: a number, or a string if a number would lose precision. */
export type JsonMicroseconds = number | string

export function toJsonMicroseconds(microseconds: bigint): JsonMicroseconds {
  const number = Number(microseconds)
  return Number.isSafeInteger(number) ? number : String(microseconds)
}

/** Splits a timestamp in the form of records into the part up to the seconds and six decimals. */
export function splitTimestamp(timestamp: string): { seconds: string; fraction: string } {
  return { seconds: timestamp.slice(0, 19), fraction: timestamp.slice(20, 26).padEnd(6, '0') }
}

/** Compares timestamps in the form of records by time. Comparing texts would put `…11Z` after `…11.5Z`. */
export function compareTimestamps(a: string, b: string): number {
  if (a === b) return 0
  return toSortKey(a) < toSortKey(b) ? -1 : 1
}

/** Returns the later of two date-times; the first one if the second is invalid. The second may have any spelling. */
export function latestTimestamp(first: string, second: string | undefined): string {
  const parsed = timestampSchema.safeParse(second)
  return parsed.success && compareTimestamps(first, parsed.data) < 0 ? parsed.data : first
}

/** Returns a text that sorts date-times by time, whatever their spelling and offset; empty if a text is none. */
export function toSortKey(text: string): string {
  if (!IN_FORM.test(text)) return toOtherKey(text)
  // Without its Z, fewer than six decimals are followed by zeros only.
  const { seconds, fraction } = splitTimestamp(text.slice(0, -1))
  return `${seconds}.${fraction}`
}

const IN_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/

// Without an offset, it is UTC; without a time, midnight.
const OTHER_FORM = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d+))?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

function toOtherKey(text: string): string {
  const [, day, minutes = '00:00', seconds = ':00', digits = '', offset = 'Z'] = OTHER_FORM.exec(text) ?? []
  const hours = offset.replace(/^([+-]\d\d):?(\d\d)?$/, (_, sign: string, rest = '00') => `${sign}:${rest}`)
  const instant = day === undefined ? Number.NaN : Date.parse(`${day}T${minutes}${seconds}${hours.toUpperCase()}`)
  if (!isInstant(instant)) return ''
  return `${toSecondsText(instant)}.${digits.padEnd(6, '0').replace(/(?<=^\d{6}.*?)0+$/, '')}`
}

function toCanonicalTimestamp(text: string): string | undefined {
  if (SURELY_CANONICAL.test(text)) return text
  const [, minutes, wholeSeconds = ':00', digits = '', offset] = SPELLING.exec(text) ?? []
  if (minutes === undefined || offset === undefined) return undefined
  const local = `${minutes}${wholeSeconds}`
  const localInstant = Date.parse(`${local}Z`)
  // For a day or an hour that does not exist, Date.parse returns NaN or another time.
  if (!isInstant(localInstant) || toSecondsText(localInstant) !== local) return undefined
  const instant = offset === 'Z' ? localInstant : Date.parse(`${local}${offset}`)
  if (!isInstant(instant)) return undefined
  const seconds = instant === localInstant ? local : toSecondsText(instant)
  // After applying the offset, the year may no longer have four digits.
  return isInRange(seconds) ? joinTimestamp(seconds, digits.slice(0, 6).padEnd(6, '0')) : undefined
}

function isInRange(seconds: string): boolean {
  return seconds.length === FIRST.length - 1 && seconds >= FIRST.slice(0, -1)
}

function isInstant(milliseconds: number): boolean {
  return !Number.isNaN(milliseconds)
}

function joinTimestamp(seconds: string, fraction: string): string {
  return fraction === '000000' ? `${seconds}Z` : `${seconds}.${fraction}Z`
}

function toSecondsText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, -'.000Z'.length)
}
