// How fast deployments and revisions go through their states.

import { showValue } from '../text/show-value.ts'
import { OptionError } from './option-error.ts'

/** A speed in the forms that you can write: `'instant'`, `'60x'`, or a number. */
export type SpeedInput = number | 'instant' | `${number}x`

const FORM = 'instant, or how many times faster than usual, such as 60x, 0.5x or 1'
const WRITTEN = /^(\d+(?:\.\d*)?|\.\d+)x?$/
// A build that takes minutes then takes less than a microsecond.
const MOST = 1e9

/** Reads how many times faster than usual; Infinity if no state takes time. @throws OptionError with what is allowed */
export function readSpeed(input: SpeedInput): number {
  if (input === 'instant') return Number.POSITIVE_INFINITY
  const speed = typeof input === 'string' ? Number(WRITTEN.exec(input)?.[1]) : input
  if (typeof speed === 'number' && speed > 0 && speed <= MOST) return speed
  throw new OptionError({
    attempt: 'set the speed',
    received: `${showValue(input)} is not a speed`,
    advice: `Allowed: ${FORM}.`,
  })
}
