// What a session is like, as JSON to store or to copy it.

import * as z from 'zod'
import { assumptionsSchemaOf } from '../../define/assumptions/assumptions-schema.ts'
import { varyOptionsSchemaOf } from '../../define/assumptions/variation.ts'
import type { Chaos, ChaosCounts } from '../../faults/chaos/chaos.ts'
import { chaosSettingsSchema } from '../../faults/chaos/chaos-input.ts'
import type { EffectDeclarations } from '../../faults/effects/effects.ts'
import type { Fault } from '../../faults/fault.ts'
import { faultInputSchemaOf } from '../../faults/fault-input.ts'
import { type FaultTally, faultTallySchemaOf } from '../../faults/fault-list.ts'
import { type RateWindow, rateWindowSchema } from '../../faults/rate-window.ts'
import { describeReason, OptionError } from '../../input/options/option-error.ts'
import { readInSteps } from '../../input/schemas/describe-issues.ts'
import { createSeal, isRecord } from '../../input/schemas/schema-walk.ts'
import { isPromise } from '../../input/text/describe-value.ts'
import { showValue } from '../../input/text/show-value.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import {
  SNAPSHOT_FORMAT as FORMAT,
  type ScenarioDeclarations,
  scenarioSchemaOf,
  worldChangesSchemaOf,
} from '../../scenario/scenario.ts'
import { finish, type Steps } from '../../work/steps.ts'
import type { WorldChanges } from '../../world/start/world-plan.ts'
import type { Start, StartTypes } from './start.ts'

const countSchema = z.int().min(0)

/** The fields of what a session has counted, as JSON. */
export const countFieldsOf = derivedFrom((declared: EffectDeclarations) => ({
  turns: countSchema.describe('How many requests have drawn their latency.'),
  window: rateWindowSchema.exactOptional().describe('The window of the rate limit that the service itself has.'),
  chaos: z.strictObject({ requests: countSchema, applied: countSchema }).describe('What random faults have done.'),
  faults: faultTallySchemaOf(declared),
}))

const VERSION = 1

const seal = createSeal<Snapshot>('snapshot')

/** The types of a snapshot. */
export interface SnapshotTypes extends StartTypes {
  readonly Fault: Fault
  readonly WorldChanges: WorldChanges
}

/** The state of a session at one moment, as plain JSON that can be stored, sent or written to a file. */
export interface Snapshot<Of extends SnapshotTypes = SnapshotTypes> extends Readonly<Start<Of>> {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  /** What has changed since. */
  readonly current: {
    /** The assumptions that differ from the preset. */
    readonly assumptions: Of['AssumptionOverrides']
    /** The faults that can still apply. */
    readonly faults: readonly Of['Fault'][]
    /** The random faults, if they differ from those at the start. */
    readonly chaos?: Chaos
    /** Whether the session is strict. Absent: a session that restores it stays as it is. */
    readonly strict?: boolean
    /** The changes since the start of the scenario. */
    readonly changes: Of['WorldChanges']
    /** What was counted, if anything was. */
    readonly counts?: Counts
  }
}

export const snapshotSchemaOf = derivedFrom((declared: ScenarioDeclarations) => {
  const { questions } = declared
  const assumptionsSchema = assumptionsSchemaOf(questions)
  return z.strictObject({
    format: z.literal(FORMAT).describe('What the file is.'),
    version: z.literal(VERSION).describe('The version of this format.'),
    service: z.literal(declared.title).exactOptional().describe('The title of the service that it is of.'),
    scenario: scenarioSchemaOf(declared),
    preset: z.enum(questions.presets),
    assumptions: assumptionsSchema,
    vary: varyOptionsSchemaOf(questions).exactOptional().describe('What assumptions were drawn from.'),
    drawn: assumptionsSchema.exactOptional().describe('The assumptions that were drawn.'),
    current: z.strictObject({
      assumptions: assumptionsSchema,
      faults: z.array(faultInputSchemaOf(declared)),
      chaos: chaosSettingsSchema.exactOptional().describe('The random faults, if they differ from those at the start.'),
      strict: z.boolean().exactOptional().describe('Whether the session is strict. Default: it stays as it is.'),
      changes: worldChangesSchemaOf(declared),
      counts: z
        .strictObject(countFieldsOf(declared))
        .exactOptional()
        .describe('What was counted, so that limits and draws go on. Default: nothing.'),
    }),
  })
})

export function buildSnapshot(start: Start, current: Snapshot['current']): Snapshot {
  return seal.set({ format: FORMAT, version: VERSION, ...start, current })
}

/** Returns what the session of a snapshot began with. */
export function startOf({ format, version, current, ...start }: Snapshot): Start {
  return start
}

/** Parses a snapshot. @throws OptionError for another version, and otherwise with all issues */
export function parseSnapshot<Of extends { readonly Snapshot: Snapshot }>(
  declared: ScenarioDeclarations & { readonly table?: Of },
  input: unknown,
): Of['Snapshot']
export function parseSnapshot(declared: ScenarioDeclarations, input: unknown): Snapshot {
  return finish(parseSnapshotInSteps(declared, input))
}

/** Parses a snapshot like `parseSnapshot`, and lets others work between the parts of a large one. */
export function* parseSnapshotInSteps(declared: ScenarioDeclarations, input: unknown): Steps<Snapshot> {
  if (seal.has(input) && input.service === declared.title) return input
  if (!isRecord(input) || input.format !== FORMAT) {
    if (isScenario(input)) throw buildSnapshotError('format', 'this is a scenario, not a snapshot', 'Load it instead.')
    if (isRecord(input) && !isPromise(input))
      throw buildSnapshotError('format', `"format" is ${showValue(input.format)}`, `It must be "${FORMAT}".`)
    throw buildSnapshotError(
      'format',
      `it is ${showValue(input)}`,
      'Pass a snapshot. A file has to be read and parsed.',
    )
  }
  if (input.version !== VERSION) {
    const received = `it has version ${showValue(input.version)}, but this deploymock reads version ${VERSION}`
    throw buildSnapshotError('version', received, 'Take it again with this deploymock.')
  }
  const other = describeOtherService(declared, input.service)
  if (other !== undefined)
    throw buildSnapshotError('service', `it is ${other}`, 'Restore it in a simulator of that service.')
  const read = yield* readInSteps(snapshotSchemaOf(declared), input)
  if ('value' in read) return keepSnapshot(read.value)
  throw new OptionError({ attempt: 'read the snapshot', received: read.text }, read.issues)
}

/** Says of which other service something is that was stored; undefined if it is of this one, or does not say. */
export function describeOtherService(
  { title }: Pick<ScenarioDeclarations, 'title'>,
  service: unknown,
): string | undefined {
  if (service === undefined || service === title) return undefined
  return `of the service ${showValue(service)}, and not of ${showValue(title)}`
}

/** Whether a value looks like a scenario. */
export function isScenario(value: unknown): boolean {
  return isRecord(value) && value.format === undefined && typeof value.name === 'string'
}

export function keepSnapshot(read: z.output<ReturnType<typeof snapshotSchemaOf>>): Snapshot {
  return seal.set(read)
}

function buildSnapshotError(path: string, received: string, advice: string): OptionError {
  const problem = { attempt: 'read the snapshot', received, advice }
  return new OptionError(problem, [{ path, message: `${describeReason(problem)}.` }])
}

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

/** Whether anything is counted. What can be counted only begins. */
export function isCounted({ turns, window, chaos, faults }: Counts): boolean {
  const { numbered, uses, removed } = faults
  const isBegun = turns + chaos.requests + numbered > 0 || window !== undefined || removed !== undefined
  return isBegun || Object.values(uses).some(({ applied, asked }) => applied + asked > 0)
}
