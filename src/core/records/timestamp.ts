import { z } from 'zod'

const SPELLING = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/

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
    'It must be an ISO 8601 date-time with an offset, such as 2026-03-02T09:00:00Z',
  )

/** Turns microseconds since the Unix epoch into the form that records keep. */
export function formatMicroseconds(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1_000_000)
  const fraction = microseconds - seconds * 1_000_000
  return joinTimestamp(toSecondsText(seconds * 1000), String(fraction).padStart(6, '0'))
}

/** The microseconds since the Unix epoch of a timestamp in the form that records keep. */
export function parseMicroseconds(timestamp: string): number {
  const { seconds, fraction } = splitTimestamp(timestamp)
  return Date.parse(`${seconds}Z`) * 1000 + Number(fraction)
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
  return joinTimestamp(toSecondsText(instant), digits.slice(0, 6).padEnd(6, '0'))
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
