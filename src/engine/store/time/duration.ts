// Fixed and random durations.

import * as z from 'zod'
import type { Draw } from '../random.ts'

/** What is said about a duration that is no number. */
export const expectMilliseconds = ({ code }: { code?: string }): string | undefined =>
  code === 'invalid_type' ? 'Expected: a number of milliseconds, such as 3000' : undefined

const milliseconds = z.number({ error: expectMilliseconds }).min(0).max(3_600_000)

/** A duration in milliseconds: fixed, uniformly distributed, or with a long tail. */
export const durationSchema = z.union([
  milliseconds.meta({ title: 'always the same' }),
  z
    .strictObject({ min: milliseconds, max: milliseconds }, { error: expectMilliseconds })
    .superRefine(({ min, max }, context) => {
      if (min <= max) return
      context.addIssue({ code: 'custom', message: 'It must not be less than "min"', path: ['max'], input: max })
    })
    .meta({ title: 'between two limits', examples: [{ min: 200, max: 2000 }] }),
  z
    .strictObject({ median: milliseconds, sigma: z.number().min(0).max(5).default(0.5) }, { error: expectMilliseconds })
    .meta({ title: 'with a long tail', examples: [{ median: 1000, sigma: 0.5 }] }),
])

export type Duration = z.input<typeof durationSchema>

/** Writes milliseconds for people: `400 ms`, `1.5 s` or `10 min`. */
export function describeMilliseconds(milliseconds: number): string {
  if (milliseconds >= 60_000 && milliseconds % 60_000 === 0) return `${milliseconds / 60_000} min`
  return milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`
}

/** Describes a duration: `400 ms`, `200 ms to 2 s`, or `about 1 s`. */
export function describeDuration(duration: Duration): string {
  if (typeof duration === 'number') return describeMilliseconds(duration)
  if ('min' in duration) return `${describeMilliseconds(duration.min)} to ${describeMilliseconds(duration.max)}`
  return `about ${describeMilliseconds(duration.median)}${duration.sigma === 0 ? '' : ', sometimes much longer,'}`
}

/** Draws a duration in milliseconds. */
export function drawDuration(duration: Duration, draw: Draw): number {
  if (typeof duration === 'number') return duration
  if ('min' in duration) return duration.min + draw.next() * (duration.max - duration.min)
  const { median, sigma = 0.5 } = duration
  return Math.min(3_600_000, median * Math.exp(sigma * drawNormal(draw)))
}

// The Box-Muller transform: turns two uniform draws into a normal one.
function drawNormal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw.next())) * Math.cos(2 * Math.PI * draw.next())
}
