// Fixed and random durations.

import * as z from 'zod'
import { describeMissing } from '../../input/options/written-duration.ts'
import { writtenDuration } from '../../input/schemas/duration-schema.ts'
import type { Draw } from '../random.ts'

const milliseconds = writtenDuration(z.number().min(0).max(3_600_000))

interface WrongDelay {
  readonly code?: string
}

const error = ({ code }: WrongDelay) => (code === 'invalid_type' ? describeMissing() : undefined)

/** A duration: fixed, uniformly distributed, or with a long tail. Its output has milliseconds. */
export const durationSchema = z.union([
  milliseconds.meta({ title: 'always the same' }),
  z
    .strictObject({ min: milliseconds, max: milliseconds }, { error })
    .superRefine(({ min, max }, context) => {
      // One that is invalid has an issue of its own.
      if (!(min > max)) return
      context.addIssue({ code: 'custom', message: 'It must not be less than "min"', path: ['max'], input: max })
    })
    .meta({ title: 'between two limits', examples: [{ min: 200, max: 2000 }] }),
  z
    .strictObject({ median: milliseconds, sigma: z.number().min(0).max(5).default(0.5) }, { error })
    .meta({ title: 'with a long tail', examples: [{ median: 1000, sigma: 0.5 }] }),
])

/** A duration as people write it. */
export type Duration = z.input<typeof durationSchema>

/** A duration in milliseconds. */
export type Delay =
  | number
  | { readonly min: number; readonly max: number }
  | { readonly median: number; readonly sigma?: number | undefined }

/** Writes milliseconds for people: `400 ms`, `1.5 s` or `10 min`. */
export function describeMilliseconds(milliseconds: number): string {
  if (milliseconds >= 60_000 && milliseconds % 60_000 === 0) return `${milliseconds / 60_000} min`
  return milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`
}

/** Describes a duration: `400 ms`, `200 ms to 2 s`, or `about 1 s`. */
export function describeDuration(duration: Delay): string {
  if (typeof duration === 'number') return describeMilliseconds(duration)
  if ('min' in duration) return `${describeMilliseconds(duration.min)} to ${describeMilliseconds(duration.max)}`
  return `about ${describeMilliseconds(duration.median)}${duration.sigma === 0 ? '' : ', sometimes much longer,'}`
}

/** Draws a duration in milliseconds. */
export function drawDuration(duration: Delay, draw: Draw): number {
  if (typeof duration === 'number') return duration
  if ('min' in duration) return duration.min + draw.next() * (duration.max - duration.min)
  const { median, sigma = 0.5 } = duration
  return Math.min(3_600_000, median * Math.exp(sigma * drawNormal(draw)))
}

// The Box-Muller transform: turns two uniform draws into a normal one.
function drawNormal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw.next())) * Math.cos(2 * Math.PI * draw.next())
}
