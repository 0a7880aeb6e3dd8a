// A session as it is kept outside of the memory: its state, what `reset` returns to, and what it has counted. Its log
// begins with it.

import * as z from 'zod'
import { OptionError } from '../../input/options/option-error.ts'
import { readValue } from '../../input/schemas/describe-issues.ts'
import { isRecord } from '../../input/schemas/schema-walk.ts'
import { showValue } from '../../input/text/show-value.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { ScenarioDeclarations } from '../../scenario/scenario.ts'
import { countFieldsOf } from './counting.ts'
import { writeMoment } from './moment.ts'
import type { SessionMoment } from './session-change.ts'
import { buildSnapshot, keepSnapshot, type Snapshot, snapshotSchemaOf } from './snapshot.ts'
import type { Start } from './start.ts'
import type { Beginning, BuildState, State, StateOverrides } from './state.ts'

const FORMAT = 'deploymock-log'
const VERSION = 1
const ATTEMPT = 'read the stored session'

/** When a session began and was last used, on the clock of the machine, as ISO 8601. */
export interface UseTimes {
  readonly began: string
  readonly lastUsed: string
  /** Who made it, if they said so. */
  readonly maker?: string | undefined
}

/** A stored session was written by a newer version, and must stay as it is. */
export class NewerFormatError extends OptionError {}

const timeSchema = z.iso.datetime()

const storedSessionSchemaOf = derivedFrom((declared: ScenarioDeclarations) => {
  const { format: _format, version: _version, current: _current, ...start } = snapshotSchemaOf(declared).shape
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
    ...countFieldsOf(declared),
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

export function storeMoment(moment: SessionMoment, { beginning, ...facts }: SessionFacts): StoredSession {
  const { start, counts, opened } = moment
  const { counts: _, ...current } = writeMoment(moment, moment.elapsed).current
  return {
    format: FORMAT,
    version: VERSION,
    ...facts,
    stored: new Date(moment.at).toISOString(),
    clock: moment.isFrozen ? 'frozen' : 'running',
    strict: moment.isStrict,
    ...counts,
    ...(opened === undefined ? {} : { opened }),
    ...(beginning === start ? {} : { beginning }),
    // The chaos of a server can be another one after a restart, with another seed.
    current: buildSnapshot(start, current),
  }
}

/**
 * Parses a stored session.
 *
 * @param options whether it is known to be valid, because this version has written it. Default: it is checked
 * @throws NewerFormatError if a newer version has written it, and otherwise OptionError with all issues
 */
export function parseStoredSession(
  declared: ScenarioDeclarations,
  input: unknown,
  { isValid = false }: { isValid?: boolean } = {},
): StoredSession {
  if (!isRecord(input) || input.format !== FORMAT) throw refuse(`it is not a ${FORMAT}`)
  if (typeof input.version === 'number' && input.version > VERSION) {
    throw new NewerFormatError({
      attempt: ATTEMPT,
      received: `it has version ${showValue(input.version)}, but this deploymock reads versions up to ${VERSION}`,
      advice: 'It stays as it is. Use a newer one',
    })
  }
  const read = isValid ? { value: input as unknown as ReadSession } : readValue(storedSessionSchemaOf(declared), input)
  if ('issues' in read) throw refuse(read.text)
  const { beginning, current, ...rest } = read.value
  return {
    ...rest,
    // The output of a schema of a snapshot, or of its start.
    ...(beginning === undefined ? {} : { beginning: toBeginning(beginning as never) }),
    current: keepSnapshot(current),
  }
}

function refuse(received: string): OptionError {
  return new OptionError({ attempt: ATTEMPT, received })
}

function toBeginning(read: Beginning): Beginning {
  return 'format' in read ? keepSnapshot(read as never) : read
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
  kept: StateOverrides['kept'] = {},
): State {
  const { turns, window, chaos, faults, strict } = stored
  return build(start, {
    ...stored.current.current,
    counts: { turns, ...(window && { window }), chaos, faults },
    clock: { movedBy: () => undefined },
    kept: { ...kept, isStrict: strict },
  })
}
