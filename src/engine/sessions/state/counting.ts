// What a session counts.

import * as z from 'zod'
import type { RateLimit } from '../../contract/operation/declarations.ts'
import type { ChaosCounts } from '../../faults/chaos/chaos.ts'
import type { EffectDeclarations } from '../../faults/effects/effects.ts'
import { type FaultTally, faultTallySchemaOf } from '../../faults/fault-list.ts'
import type { StateFaults } from '../../faults/faults.ts'
import { countInWindow, type RateWindow, rateWindowSchema } from '../../faults/rate-window.ts'
import { derivedFrom } from '../../limits/on-demand.ts'

const countSchema = z.int().min(0)

/** The fields of what a session has counted, as JSON. */
export const countFieldsOf = derivedFrom((declared: EffectDeclarations) => ({
  turns: countSchema.describe('How many requests have drawn their latency.'),
  window: rateWindowSchema.exactOptional().describe('The window of the rate limit that the service itself has.'),
  chaos: z.strictObject({ requests: countSchema, applied: countSchema }).describe('What random faults have done.'),
  faults: faultTallySchemaOf(declared),
}))

/**
 * What a session has counted, as far as its next responses depend on it: an immutable value, and JSON. Its tests find
 * what decides a response and is not in it.
 */
export interface Counts {
  readonly turns: number
  readonly window?: RateWindow
  readonly chaos: ChaosCounts
  readonly faults: FaultTally
}

export type Counting = ReturnType<typeof createCounting>

/** Creates what counts for a session, together with its faults. */
export function createCounting(faults: StateFaults, before?: Counts) {
  let turns = 0
  let window: RateWindow | undefined
  let last: Counts | undefined
  const continueFrom = (counts: Counts): void => {
    ;({ turns, window } = counts)
    faults.continueFrom(counts.faults)
    faults.continueChaos(counts.chaos)
  }
  if (before !== undefined) continueFrom(before)
  return {
    /** Returns what is counted. It is the same value until something else is. */
    read(): Counts {
      const tally = faults.tally()
      const chaos = faults.chaosCounts()
      const isSame = last?.turns === turns && last.window === window && last.faults === tally && last.chaos === chaos
      if (last === undefined || !isSame) last = { turns, ...(window && { window }), chaos, faults: tally }
      return last
    },
    continueFrom,
    /** Returns the turn of a request that draws its latency. */
    takeTurn: () => turns++,
    /** Counts a request for a rate limit, at a time in microseconds. @returns the seconds to wait if there were too many */
    countRequest(now: number, limit: RateLimit): number | undefined {
      const counted = countInWindow(window, now, limit)
      window = counted.window
      return counted.seconds
    },
  }
}

/** Whether anything is counted. What can be counted only begins. */
export function isCounted({ turns, window, chaos, faults }: Counts): boolean {
  const { numbered, uses, removed } = faults
  const isBegun = turns + chaos.requests + numbered > 0 || window !== undefined || removed !== undefined
  return isBegun || Object.values(uses).some(({ applied, asked }) => applied + asked > 0)
}
