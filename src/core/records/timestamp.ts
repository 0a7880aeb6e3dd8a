import { z } from 'zod'

const DATE_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(?:\.(\d+))?(?:Z|([+-]\d{2}:\d{2}))$/

/**
 * A date-time as records keep it: UTC, six fraction digits or none, `Z`.
 *
 * Any ISO 8601 spelling with an offset is taken and rewritten to that one form, so that
 * two records that name the same instant are equal.
 */
export const timestampSchema = z.iso.datetime({ offset: true }).overwrite(toCanonicalTimestamp)

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

function toSortKey(timestamp: string): string {
  const { seconds, fraction } = splitTimestamp(timestamp)
  return `${seconds}.${fraction}`
}

function toCanonicalTimestamp(text: string): string {
  const [, minutes, wholeSeconds = ':00', digits = '', offset = 'Z'] = DATE_TIME.exec(text) ?? []
  if (minutes === undefined) return text
  const seconds = toSecondsText(Date.parse(`${minutes}${wholeSeconds}${offset}`))
  return joinTimestamp(seconds, digits.slice(0, 6).padEnd(6, '0'))
}

function joinTimestamp(seconds: string, fraction: string): string {
  return fraction === '000000' ? `${seconds}Z` : `${seconds}.${fraction}Z`
}

function toSecondsText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19)
}
