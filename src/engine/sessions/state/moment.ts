// What a session is like at one moment, as an immutable value: what it began with, what has changed since, and what it
// has counted. Everything that decides its responses is in it, besides the time. And those that requests have met.

import type { RateLimit } from '../../contract/operation/declarations.ts'
import type { AssumptionOverrides } from '../../define/assumptions/assumptions.ts'
import { type Chaos, isSameChaos } from '../../faults/chaos/chaos.ts'
import type { Fault } from '../../faults/fault.ts'
import type { StateFaults } from '../../faults/faults.ts'
import { countInWindow, type RateWindow } from '../../faults/rate-window.ts'
import { describeProblem, OptionError } from '../../input/options/option-error.ts'
import { showValue } from '../../input/text/show-value.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import type { Changes } from '../../world/database.ts'
import type { Baseline } from '../../world/start/baseline.ts'
import type { World } from '../../world/world.ts'
import { writeChanges } from '../../world/written-changes.ts'
import { buildSnapshot, type Counts, isCounted, type Snapshot } from './snapshot.ts'
import { beginChaos, type ChaosParts, findChaos, type Start } from './start.ts'

export interface Moment {
  readonly start: Start
  /** The assumptions that differ from the preset. */
  readonly assumptions: AssumptionOverrides
  readonly baseline: Baseline
  readonly changes: Changes
  readonly faults: readonly Fault[]
  readonly chaos: Chaos
  readonly counts: Counts
  readonly isStrict: boolean
}

/** A session at present, as far as a moment has it. */
interface Present {
  readonly start: Start
  readonly assumptions: AssumptionOverrides
  readonly world: World
  readonly faults: StateFaults
  readonly counting: Counting
  readonly isStrict: boolean
}

export function readMoment({ start, assumptions, world, faults, counting, isStrict }: Present): Moment {
  const present = faults.read()
  return {
    start,
    assumptions,
    baseline: world.baseline,
    changes: world.changes(),
    faults: present.faults,
    chaos: present.chaos,
    counts: counting.read(),
    isStrict,
  }
}

/** Whether a session still is as it was at a moment. Every request asks this. */
function isPresent(moment: Moment, { start, assumptions, world, faults, counting, isStrict }: Present): boolean {
  const present = faults.read()
  return (
    moment.changes === world.changes() &&
    moment.faults === present.faults &&
    moment.chaos === present.chaos &&
    moment.counts === counting.read() &&
    moment.isStrict === isStrict &&
    moment.start === start &&
    moment.assumptions === assumptions &&
    moment.baseline === world.baseline
  )
}

/** Writes a moment as a snapshot. @param usual the random faults that a session with its start has anyway */
export function writeMoment(moment: Moment, elapsed: bigint, usual?: Chaos): Snapshot {
  const { start, assumptions, baseline, changes, faults, chaos, counts, isStrict } = moment
  return buildSnapshot(start, {
    assumptions,
    faults,
    ...((usual === undefined || !isSameChaos(chaos, usual)) && { chaos }),
    ...(isStrict && { strict: true }),
    changes: writeChanges(baseline, changes, elapsed),
    ...(isCounted(counts) && { counts }),
  })
}

export function takeSnapshot(present: Present, parts: ChaosParts): Snapshot {
  // Reading it lets everything happen that is due.
  const elapsed = present.world.clock.elapsed()
  return writeMoment(readMoment(present), elapsed, beginChaos(present.start.scenario, parts))
}

/** Returns the random faults of a session. Those of level 0 are only mentioned if somebody has asked for them. */
export function readSessionChaos({ start: { scenario }, faults }: Present, parts: ChaosParts): Chaos | undefined {
  const settings = faults.read().chaos
  return isSameChaos(settings, beginChaos(scenario, parts)) ? findChaos(scenario, parts) : settings
}

/** Takes a snapshot of the world that a request met. @throws OptionError if the journal does not have the request */
export function takeSnapshotAt(request: number, { find }: Pick<JournalWriter, 'find'>, parts: ChaosParts): Snapshot {
  const record = find(request)?.record
  if (record?.moment === undefined) {
    const problem = {
      attempt: `find request ${showValue(request)}`,
      received: `${record === undefined ? 'it is' : 'what it met is'} not in the request log`,
      advice: 'List the requests to see which are.',
    }
    throw new OptionError(problem, [{ path: 'request', message: describeProblem(problem) }])
  }
  // Only sessions write moments.
  const moment = record.moment as Moment
  const elapsed = record.at - moment.baseline.context.now
  return writeMoment(moment, elapsed, beginChaos(moment.start.scenario, parts))
}

/** The moments of a session that requests have met. */
export type Moments = ReturnType<typeof createMoments>

export function createMoments() {
  // Only the journal keeps a moment.
  let lastMet: WeakRef<Moment> | undefined
  return {
    /** Returns the present moment. Requests that meet the same one share it. */
    meet(present: Present): Moment {
      const last = lastMet?.deref()
      if (last !== undefined && isPresent(last, present)) return last
      const next = readMoment(present)
      lastMet = new WeakRef(next)
      return next
    },
  }
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
      const { counts } = faults.read()
      const isSame = last?.turns === turns && last.window === window
      const isOfFaults = last?.chaos === counts.chaos && last.faults === counts.faults
      if (last === undefined || !isSame || !isOfFaults) last = { turns, ...(window && { window }), ...counts }
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
