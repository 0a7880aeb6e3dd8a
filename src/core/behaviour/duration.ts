// Fixed and random durations.

import * as z from 'zod'
import type { Draw } from '../store/random.ts'

const milliseconds = z.number().min(0).max(3_600_000)

/** A duration in milliseconds: fixed, uniformly distributed, or with a long tail. */
export const durationSchema = z.union([
  milliseconds,
  z.strictObject({ min: milliseconds, max: milliseconds }).superRefine(({ min, max }, context) => {
    if (min <= max) return
    context.addIssue({ code: 'custom', message: 'It must not be less than "min"', path: ['max'], input: max })
  }),
  z.strictObject({ median: milliseconds, sigma: z.number().min(0).max(5).default(0.5) }),
])

export type Duration = z.input<typeof durationSchema>

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
