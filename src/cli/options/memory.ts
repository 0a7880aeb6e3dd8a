// `--memory`: checks it against what Node may use, and keeps the process near it.

import { setFlagsFromString } from 'node:v8'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { MEGABYTE } from '../../engine/limits/byte-budget.ts'
import { readHeapLimit } from '../../memory-limit.ts'

/**
 * Checks the limit that the user gave.
 *
 * @throws OptionError if Node may use less, because the process would then end before it reaches the limit
 */
export function assertMemory(megabytes: number | undefined): void {
  const most = Math.floor((readHeapLimit() ?? Number.POSITIVE_INFINITY) / MEGABYTE)
  if (megabytes === undefined || megabytes <= most) return
  throw new OptionError({
    attempt: `use ${megabytes} MB`,
    received: `Node may use ${most} MB`,
    advice: `Set a lower limit, or start with NODE_OPTIONS=--max-old-space-size=${megabytes}.`,
  })
}

const GROWTH_PERCENT = 50

/**
 * Lets Node collect garbage early, if the user limits the memory. By default, its heap grows to twice what is in use
 * before it does, as long as it is far from the limit of Node.
 */
export function collectEarly(megabytes: number | undefined): void {
  if (megabytes !== undefined) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
