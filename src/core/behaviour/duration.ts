import { z } from 'zod'
import type { Draw } from '../data/random.ts'

const milliseconds = z.number().min(0).max(3_600_000)

/** How long something takes, in milliseconds: always the same, evenly spread, or with a long tail. */
export const durationSchema = z.union([
  milliseconds,
  z.strictObject({ min: milliseconds, max: milliseconds }).superRefine(({ min, max }, context) => {
    if (min <= max) return
    context.addIssue({ code: 'custom', message: 'It must not be below "min"', path: ['max'], input: max })
  }),
  z.strictObject({ median: milliseconds, sigma: z.number().min(0).max(5).default(0.5) }),
])

export type Duration = z.input<typeof durationSchema>

/** Draws how long it takes this time. */
export function drawDuration(duration: Duration, draw: Draw): number {
  if (typeof duration === 'number') return duration
  if ('min' in duration) return duration.min + draw.next() * (duration.max - duration.min)
  const { median, sigma = 0.5 } = duration
  return Math.min(3_600_000, median * Math.exp(sigma * drawNormal(draw)))
}

// Box and Muller's way from two even draws to a normal one.
function drawNormal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw.next())) * Math.cos(2 * Math.PI * draw.next())
}
