import * as z from 'zod'
import type { RateLimit } from '../contract/operation/declarations.ts'

export const rateWindowSchema = z.strictObject({
  begin: z.number().describe('When it began, in microseconds since the Unix epoch.'),
  counted: z.int().min(0).describe('How many requests it has counted.'),
})

/** A time window, and how many requests it has counted. */
export type RateWindow = Readonly<z.output<typeof rateWindowSchema>>

/** Counts a request, in a new window if the one before has ended. @returns also the seconds to wait if there were too many */
export function countInWindow(before: RateWindow | undefined, now: number, { requests, milliseconds }: RateLimit) {
  const length = milliseconds * 1000
  const isSame = before !== undefined && now >= before.begin && now < before.begin + length
  const { begin, counted } = isSame ? before : { begin: now, counted: 0 }
  const window = { begin, counted: counted + 1 }
  if (window.counted <= requests) return { window, seconds: undefined }
  return { window, seconds: Math.max(1, Math.ceil((begin + length - now) / 1_000_000)) }
}
