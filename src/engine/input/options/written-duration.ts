// Durations as people write them: milliseconds, or text such as `1h 30m`.

import { describeValue } from '../text/describe-value.ts'
import { OptionError } from './option-error.ts'

/** Milliseconds, or text such as `'30s'`, `'1.5s'` or `'1h 30m'`. */
export type WrittenDuration = number | `${number}${' ' | ''}${Unit}${string}`

/** The milliseconds of units in which numbers are counted. */
export const MINUTE = 60_000
export const SECOND = 1000
export const MICROSECOND = 0.001
/** The milliseconds of a hundred years: enough for every test. */
export const MOST_MILLISECONDS = 3_155_760_000_000

// From the largest to the smallest, each in milliseconds.
const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000, min: 60_000, s: 1000, ms: 1 } as const
type Unit = keyof typeof UNITS

const PART = String.raw`\d{1,15}(?:\.\d{1,6})? ?(?:d|h|min|ms|m|s)`
/** The form of the text. It has a part for each unit at most. */
export const WRITTEN_DURATION = new RegExp(`^${PART}(?: ?${PART}){0,4}$`)
const FORM = 'text such as 30s, 1.5s or 1h 30m'
/** The names of the units in which numbers are counted. */
export const UNIT_NAMES: Readonly<Record<number, string>> = {
  [MINUTE]: 'minutes',
  [SECOND]: 'seconds',
  1: 'milliseconds',
  [MICROSECOND]: 'microseconds',
}

/** Parses `30s`, `1.5s` or `1h 30m`, larger units first. Returns milliseconds; undefined if it is not a duration. */
export function parseDuration(text: string): number | undefined {
  if (!WRITTEN_DURATION.test(text)) return undefined
  let [sum, last] = [0, Number.POSITIVE_INFINITY]
  for (const [, count, unit] of text.matchAll(/([\d.]+) ?([a-z]+)/g)) {
    const size = UNITS[unit as Unit]
    if (size >= last) return undefined
    sum += Number(count) * size
    last = size
  }
  // A sum of decimals is seldom exact.
  return Math.round(sum * 1000) / 1000
}

/** Says what a duration must be. @param unit the milliseconds of what its number counts. Default: 1 */
export function describeMissing(unit = 1): string {
  return `Expected: a number of ${UNIT_NAMES[unit]}, or ${FORM}`
}

interface DurationOptions {
  readonly name?: string
  /** The milliseconds of what a number counts. Default: 1 */
  readonly unit?: number
  /** In this unit. Default: 0 */
  readonly least?: number
  /** In this unit. Default: no bound */
  readonly most?: number
}

/** Reads a duration that needs no schema. @returns milliseconds @throws OptionError if it is not within the bounds */
export function readDuration(
  attempt: string,
  input: WrittenDuration,
  { name, unit = 1, least = 0, most = Number.MAX_VALUE }: DurationOptions = {},
): number {
  const count = typeof input === 'string' ? toUnit(parseDuration(input), unit) : input
  if (typeof count === 'number' && count >= least && count <= most) return count * unit
  const range = most === Number.MAX_VALUE ? `${least} or more` : `from ${least} to ${most}`
  throw new OptionError({
    attempt,
    received: name === undefined ? `${describeValue(input)} is not a duration` : `"${name}" is ${describeValue(input)}`,
    advice: `Use ${UNIT_NAMES[unit]}, ${range}, or ${FORM}.`,
  })
}

export function toUnit(milliseconds: number | undefined, unit: number): number | undefined {
  // Counted in microseconds, because a quotient of decimals is seldom exact.
  return milliseconds === undefined ? undefined : Math.round(milliseconds * 1000) / (unit * 1000)
}
