// The log of a session, as JSON: what it is like at a moment, and how later moments differ.

import * as z from 'zod'
import type { Chaos } from '../../faults/chaos/chaos.ts'
import type { Fault } from '../../faults/fault.ts'
import { OptionError } from '../../input/options/option-error.ts'
import { readValue } from '../../input/schemas/describe-issues.ts'
import { isRecord } from '../../input/schemas/schema-walk.ts'
import { type JsonMicroseconds, toJsonMicroseconds } from '../../input/schemas/timestamp.ts'
import { showValue } from '../../input/text/show-value.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { ScenarioDeclarations } from '../../scenario/scenario.ts'
import { realTime } from '../../store/time/world-time.ts'
import { applyDifference, type ChangesDifference, findChangesDifference } from '../../world/written-changes.ts'
import { type Moment, readMoment, writeMoment } from './moment.ts'
import { type Counts, describeOtherService, keepSnapshot, type Snapshot, snapshotSchemaOf } from './snapshot.ts'
import type { Start } from './start.ts'
import type { Beginning, BuildState, State, StateDifference } from './state.ts'

/** A link that has created a session, as far as the session depends on it. */
export interface Opening {
  /** What identifies the link, as far as it matters whose it is. */
  readonly link: string
  /** The world that it describes. */
  readonly world: string
}

/** A moment with its clock, and with what else is stored of a session. */
export interface StoredMoment extends Moment {
  readonly state: State
  /** The microseconds since the start of the world. */
  readonly elapsed: bigint
  /** When the moment was, in milliseconds of the machine. */
  readonly at: number
  readonly isFrozen: boolean
  /** The link that has created the session, if one has. */
  readonly opened: Opening | undefined
}

/** Notes what a session is like. */
export function readStoredMoment(state: State, opened: Opening | undefined): StoredMoment {
  const { clock } = state.world
  // Reading it lets everything happen that is due.
  const elapsed = clock.elapsed()
  return { state, elapsed, at: Date.now(), isFrozen: clock.isFrozen(), opened, ...readMoment(state) }
}

const FORMAT = 'deploymock-log'
const VERSION = 2
const ATTEMPT = 'read the stored session'

/** When a session began and was last used, on the clock of the machine, as ISO 8601. */
export interface UseTimes {
  readonly began: string
  readonly lastUsed: string
  /** Who made it, if they said so. */
  readonly maker?: string | undefined
}

/** A stored session was written by a newer version, or is of another service, and must stay as it is. */
export class ForeignSessionError extends OptionError {}

const timeSchema = z.iso.datetime()

const storedSessionSchemaOf = derivedFrom((declared: ScenarioDeclarations) => {
  const { format, version, current, ...start } = snapshotSchemaOf(declared).shape
  return z.strictObject({
    format: z.literal(FORMAT),
    version: z.literal(VERSION),
    name: z.string(),
    began: timeSchema,
    lastUsed: timeSchema,
    maker: z.string().optional(),
    // Running clocks have continued since.
    stored: timeSchema,
    clock: z.enum(['frozen', 'running']),
    strict: z.boolean(),
    // What `reset` returns to, if it is not the start of the current state.
    beginning: z.union([snapshotSchemaOf(declared), z.strictObject(start)]).exactOptional(),
    // The link that has created it, if one has.
    opened: z.strictObject({ link: z.string(), world: z.string() }).exactOptional(),
    current: snapshotSchemaOf(declared),
  })
})

type ReadSession = z.output<ReturnType<typeof storedSessionSchemaOf>>

/** A session as plain JSON. It has no journal. */
export type StoredSession = Readonly<Omit<ReadSession, 'beginning' | 'current'>> & {
  readonly beginning?: Beginning
  readonly current: Snapshot
}

/** What belongs to a session besides its state. */
export interface SessionFacts extends UseTimes {
  readonly name: string
  readonly beginning: Beginning
}

export function storeMoment(moment: StoredMoment, { beginning, ...facts }: SessionFacts): StoredSession {
  const { start, opened } = moment
  return {
    format: FORMAT,
    version: VERSION,
    ...facts,
    stored: new Date(moment.at).toISOString(),
    clock: moment.isFrozen ? 'frozen' : 'running',
    strict: moment.isStrict,
    ...(opened !== undefined && { opened }),
    ...(beginning !== start && { beginning }),
    // The chaos of a server can be another one after a restart, with another seed.
    current: writeMoment(moment, moment.elapsed),
  }
}

interface ParseOptions {
  readonly isValid?: boolean
}

/**
 * Parses a stored session.
 *
 * @param options whether it is known to be valid, because this version has written it. Default: it is checked
 * @throws ForeignSessionError if a newer version has written it, or it is of another service, and otherwise OptionError with all issues
 */
export function parseStoredSession(
  declared: ScenarioDeclarations,
  input: unknown,
  { isValid = false }: ParseOptions = {},
): StoredSession {
  if (!isRecord(input) || input.format !== FORMAT) throw buildStoredError(`it is not a ${FORMAT}`)
  if (typeof input.version === 'number' && input.version > VERSION) {
    throw new ForeignSessionError({
      attempt: ATTEMPT,
      received: `it has version ${showValue(input.version)}, but this deploymock reads versions up to ${VERSION}`,
      advice: 'It stays as it is. Use a newer one',
    })
  }
  const other = describeOtherService(declared, Object(input.current).service)
  if (other !== undefined) {
    const received = `it is ${other}`
    throw new ForeignSessionError({ attempt: ATTEMPT, received, advice: 'It stays as it is. Use another place' })
  }
  const given = input.version === 1 ? withCounts(input) : input
  const read = isValid ? { value: given as ReadSession } : readValue(storedSessionSchemaOf(declared), given)
  if ('issues' in read) throw buildStoredError(read.text)
  const { beginning, current, ...rest } = read.value
  return {
    ...rest,
    // The output of a schema of a snapshot, or of its start.
    ...(beginning !== undefined && { beginning: toBeginning(beginning) }),
    current: keepSnapshot(current),
  }
}

/**
 * Builds the state of a stored session. Its clock stands still.
 *
 * @param start what its world began with
 * @param kept parts of the previous state that continue
 * @throws OptionError if that is not possible
 */
export function buildStoredState(
  stored: StoredSession,
  start: Start,
  build: BuildState,
  kept: StateDifference['kept'] = {},
): State {
  return build(start, {
    ...stored.current.current,
    strict: stored.strict,
    clock: { movedBy: () => undefined },
    kept,
  })
}

/** How a session differs from an earlier moment. What is absent is as it was. */
export interface StoredDifference {
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

// Reading the time of a running clock takes a moment. Nobody moves a clock by so little.
const LEAST_MOVE = 5000n

/** Whether a session has something to store since a moment. Time that passes by itself is nothing. */
export function isDifferent(before: StoredMoment, after: StoredMoment): boolean {
  return (
    before.state !== after.state || before.changes !== after.changes || Object.keys(compare(before, after)).length > 0
  )
}

export function findDifference(before: StoredMoment, after: StoredMoment, lastUsed: string): StoredDifference {
  const changes = findChangesDifference(after.baseline.database, before.changes, after.changes)
  return {
    at: new Date(after.at).toISOString(),
    lastUsed,
    ...compare(before, after),
    elapsed: toJsonMicroseconds(after.elapsed),
    ...(changes !== undefined && { changes }),
  }
}

/** Finds what differs besides the data. */
function compare(before: StoredMoment, after: StoredMoment): Partial<StoredDifference> {
  const { isFrozen, isStrict } = after
  const others = COMPARED.filter((field) => after[field] !== undefined && !isSame(before[field], after[field]))
  return {
    ...(isMoved(before, after) && { elapsed: toJsonMicroseconds(after.elapsed) }),
    ...(before.isFrozen !== isFrozen && { clock: isFrozen ? 'frozen' : 'running' }),
    ...(before.isStrict !== isStrict && { strict: isStrict }),
    ...(!isSame(before.counts, after.counts) && { counted: after.counts }),
    ...Object.fromEntries(others.map((field) => [field, after[field]])),
  }
}

function isMoved(before: StoredMoment, after: StoredMoment): boolean {
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
export function applyMomentDifference(before: StoredMoment, change: StoredDifference): StoredMoment {
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
    counts: change.counted ?? before.counts,
    ...Object.fromEntries(COMPARED.map((field) => [field, change[field] ?? before[field]])),
  }
}

/** Lets a state be as it was at a moment. @throws NoRoomError */
export function becomeMoment(moment: StoredMoment): void {
  const { state, isFrozen } = moment
  const { world, faults, counting, contract } = state
  // A running clock has continued since.
  const passed = isFrozen ? 0n : BigInt(Math.max(0, Date.now() - moment.at)) * 1000n
  if (isFrozen) world.clock.freeze()
  // What is planned since then begins and ends after that.
  if (faults.read().faults !== moment.faults) {
    faults.clear()
    for (const fault of moment.faults) faults.add(fault, contract)
  }
  world.become(moment.changes, moment.elapsed + passed)
  if (!isFrozen && world.clock.isFrozen()) world.clock.moveBy(realTime)
  faults.setChaos(moment.chaos)
  if (!isSame(counting.read(), moment.counts)) counting.continueFrom(moment.counts)
  state.isStrict = moment.isStrict
}

function buildStoredError(received: string): OptionError {
  return new OptionError({ attempt: ATTEMPT, received })
}

// Version 1 has what was counted beside the snapshot.
function withCounts({ turns, window, chaos, faults, current, ...stored }: Readonly<Record<string, unknown>>) {
  const counts = { turns, ...(window !== undefined && { window }), chaos, faults }
  const { current: changed, ...start } = Object(current)
  return { ...stored, version: VERSION, current: { ...start, current: { ...changed, counts } } }
}

function toBeginning(read: NonNullable<ReadSession['beginning']>): Beginning {
  return 'format' in read ? keepSnapshot(read) : (read as never)
}
