import { z } from 'zod'

const SPELLING = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/

const FIRST_SECOND = -62_135_596_800
const FIRST = '0001-01-01T00:00:00Z'
const LAST = '9999-12-31T23:59:59.999999Z'

/** The date-times that there are, in words: those of Python, and so of the real service. */
export const TIME_RANGE = `from ${FIRST} to ${LAST}`
/** The first and the last of them, in microseconds since the Unix epoch. */
export const FIRST_MICROSECOND = -62_135_596_800_000_000n
export const LAST_MICROSECOND = 253_402_300_799_999_999n

/**
 * A date-time as records keep it: UTC, six fraction digits or none, `Z`.
 *
 * Any ISO 8601 spelling with an offset is taken and rewritten to that one form, so that two
 * records that name the same instant are equal.
 */
export const timestampSchema = z
  .string()
  .overwrite((text) => toCanonicalTimestamp(text) ?? text)
  .refine(
    (text) => toCanonicalTimestamp(text) === text,
    `It must be an ISO 8601 date-time with an offset, such as 2026-03-02T09:00:00Z, ${TIME_RANGE}`,
  )

/**
 * Turns microseconds since the Unix epoch into the form that records keep. What lies outside of
 * `TIME_RANGE` becomes its nearest end.
 */
export function formatMicroseconds(microseconds: bigint): string {
  const least = microseconds < FIRST_MICROSECOND ? FIRST_MICROSECOND : microseconds
  const bounded = least > LAST_MICROSECOND ? LAST_MICROSECOND : least
  // Counted from the first date-time, nothing is below zero.
  const passed = bounded - FIRST_MICROSECOND
  const seconds = Number(passed / 1_000_000n) + FIRST_SECOND
  return joinTimestamp(toSecondsText(seconds * 1000), String(passed % 1_000_000n).padStart(6, '0'))
}

/** The microseconds since the Unix epoch of a timestamp in the form that records keep. */
export function parseMicroseconds(timestamp: string): bigint {
  const { seconds, fraction } = splitTimestamp(timestamp)
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction)
}

/** Microseconds as JSON has them: a number, or text where a number would lose some. */
export type JsonMicroseconds = number | string

/** Writes microseconds for JSON. */
export function toJsonMicroseconds(microseconds: bigint): JsonMicroseconds {
  const number = Number(microseconds)
  return Number.isSafeInteger(number) ? number : String(microseconds)
}

/** Splits a kept timestamp into its whole seconds and its six fraction digits. */
export function splitTimestamp(timestamp: string): { seconds: string; fraction: string } {
  return { seconds: timestamp.slice(0, 19), fraction: timestamp.slice(20, 26).padEnd(6, '0') }
}

/** Orders kept timestamps by instant; text order alone would put `…11Z` behind `…11.5Z`. */
export function compareTimestamps(a: string, b: string): number {
  if (a === b) return 0
  return toSortKey(a) < toSortKey(b) ? -1 : 1
}

/** The later of two date-times in any spelling; the first where the second is none. */
export function latestTimestamp(first: string, second: string | undefined): string {
  const parsed = timestampSchema.safeParse(second)
  return parsed.success && compareTimestamps(first, parsed.data) < 0 ? parsed.data : first
}

/** A text that sorts kept timestamps by instant. */
export function toSortKey(timestamp: string): string {
  const { seconds, fraction } = splitTimestamp(timestamp)
  return `${seconds}.${fraction}`
}

function toCanonicalTimestamp(text: string): string | undefined {
  const [, minutes, wholeSeconds = ':00', digits = '', offset] = SPELLING.exec(text) ?? []
  const local = `${minutes}${wholeSeconds}`
  // A day or an hour that does not exist is no instant, or another one than it says.
  if (!isInstant(Date.parse(`${local}Z`)) || toSecondsText(Date.parse(`${local}Z`)) !== local) return undefined
  const instant = Date.parse(`${local}${offset}`)
  if (!isInstant(instant)) return undefined
  const seconds = toSecondsText(instant)
  // Another offset can lead out of the years that have four digits.
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
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, '')
}
