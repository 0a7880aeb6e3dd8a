// How a session differs from an earlier moment, as JSON: the entries of its log.

import type { Chaos, ChaosCounts } from '../../faults/chaos/chaos.ts'
import type { Fault } from '../../faults/fault.ts'
import type { FaultTally } from '../../faults/fault-list.ts'
import { type JsonMicroseconds, toJsonMicroseconds } from '../../input/schemas/timestamp.ts'
import { realTime } from '../../store/time/real-time.ts'
import { applyDifference, type ChangesDifference, findChangesDifference } from '../../world/written-changes.ts'
import type { Counts } from './counting.ts'
import { type Moment, readMoment } from './moment.ts'
import type { State } from './state.ts'

/** A link that has created a session, as far as the session depends on it. */
export interface Opening {
  /** What identifies the link, as far as it matters whose it is. */
  readonly link: string
  /** The world that it describes. */
  readonly world: string
}

/** What a session was like at one moment, with all that is stored of it. */
export interface SessionMoment extends Moment {
  readonly state: State
  /** The microseconds since the start of the world. */
  readonly elapsed: bigint
  /** When the moment was, in milliseconds of the machine. */
  readonly at: number
  readonly isFrozen: boolean
  readonly isStrict: boolean
  /** The link that has created the session, if one has. */
  readonly opened: Opening | undefined
}

/** How a session differs from an earlier moment. What is absent is as it was. */
export interface SessionChange {
  /** When it was written, in the time of the machine. A running clock has continued since. */
  readonly at: string
  readonly lastUsed: string
  readonly elapsed: JsonMicroseconds
  readonly changes?: ChangesDifference
  readonly clock?: 'frozen' | 'running'
  readonly strict?: boolean
  readonly faults?: readonly Fault[]
  readonly chaos?: Chaos
  readonly counted?: Counts
  readonly opened?: Opening
}

/** Notes what a session is like. */
export function readSessionMoment(state: State, opened: Opening | undefined): SessionMoment {
  const { clock } = state.world
  // Reading it lets everything happen that is due.
  const elapsed = clock.elapsed()
  const own = { state, elapsed, at: Date.now(), isFrozen: clock.isFrozen(), isStrict: state.isStrict, opened }
  return { ...own, ...readMoment(state) }
}

// Reading the time of a running clock takes a moment. Nobody moves a clock by so little.
const LEAST_MOVE = 5000n

/** Whether a session has something to store since a moment. Time that passes by itself is nothing. */
export function isChanged(before: SessionMoment, after: SessionMoment): boolean {
  return (
    before.state !== after.state || before.changes !== after.changes || Object.keys(compare(before, after)).length > 0
  )
}

export function findChange(before: SessionMoment, after: SessionMoment, lastUsed: string): SessionChange {
  const changes = findChangesDifference(after.baseline.database, before.changes, after.changes)
  return {
    at: new Date(after.at).toISOString(),
    lastUsed,
    ...compare(before, after),
    elapsed: toJsonMicroseconds(after.elapsed),
    ...(changes === undefined ? {} : { changes }),
  }
}

/** Finds what differs besides the data. */
function compare(before: SessionMoment, after: SessionMoment): Partial<SessionChange> {
  const { isFrozen, isStrict } = after
  const others = COMPARED.filter((field) => after[field] !== undefined && !isSame(before[field], after[field]))
  return {
    ...(isMoved(before, after) ? { elapsed: toJsonMicroseconds(after.elapsed) } : {}),
    ...(before.isFrozen === isFrozen ? {} : { clock: isFrozen ? 'frozen' : 'running' }),
    ...(before.isStrict === isStrict ? {} : { strict: isStrict }),
    ...(isSame(before.counts, after.counts) ? {} : { counted: after.counts }),
    ...Object.fromEntries(others.map((field) => [field, after[field]])),
  }
}

function isMoved(before: SessionMoment, after: SessionMoment): boolean {
  if (before.isFrozen || after.isFrozen) return before.elapsed !== after.elapsed
  const difference = after.elapsed - before.elapsed - BigInt(after.at - before.at) * 1000n
  return difference > LEAST_MOVE || difference < -LEAST_MOVE
}

// The fields that are written as they are.
const COMPARED = ['faults', 'chaos', 'opened'] as const

function isSame(before: unknown, after: unknown): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after)
}

/** Applies a change to the moment that it was found for, or to an equal one. */
export function applyChange(before: SessionMoment, change: SessionChange): SessionMoment {
  const { changes, clock, strict } = change
  const isFrozen = clock === undefined ? before.isFrozen : clock === 'frozen'
  const { database } = before.baseline
  return {
    ...before,
    changes: changes === undefined ? before.changes : applyDifference(database, before.changes, changes),
    elapsed: BigInt(change.elapsed),
    at: Date.parse(change.at),
    isFrozen,
    isStrict: strict ?? before.isStrict,
    counts: readCounted(before.counts, change),
    ...Object.fromEntries(COMPARED.map((field) => [field, change[field] ?? before[field]])),
  }
}

/** What a version before has written of the counts: each that had changed, under a name of its own. */
interface FormerCounts {
  readonly turns?: number
  readonly tally?: FaultTally
  /** Those of chaos. */
  readonly counts?: ChaosCounts
}

function readCounted(before: Counts, change: SessionChange & FormerCounts): Counts {
  const { counted = before, turns = counted.turns, tally = counted.faults, counts = counted.chaos } = change
  return { ...counted, turns, faults: tally, chaos: counts }
}

/** Lets a state be as it was at a moment. @throws NoRoomError */
export function becomeMoment(moment: SessionMoment): void {
  const { state, isFrozen } = moment
  const { world, faults, counting, contract } = state
  // A running clock has continued since.
  const passed = isFrozen ? 0n : BigInt(Math.max(0, Date.now() - moment.at)) * 1000n
  if (isFrozen) world.clock.freeze()
  // What is planned since then begins and ends after that.
  if (faults.list() !== moment.faults) {
    faults.clear()
    for (const fault of moment.faults) faults.add(fault, contract)
  }
  world.become(moment.changes, moment.elapsed + passed)
  if (!isFrozen && world.clock.isFrozen()) world.clock.moveBy(realTime)
  faults.setChaos(moment.chaos)
  if (!isSame(counting.read(), moment.counts)) counting.continueFrom(moment.counts)
  state.isStrict = moment.isStrict
}
