// What a scenario is.

import * as z from 'zod'
import type { AssumptionOverrides } from '../define/assumptions/assumptions.ts'
import { assumptionsSchemaOf } from '../define/assumptions/assumptions-schema.ts'
import type { AnyResource } from '../define/resource/resource.ts'
import { type ChaosInput, type ChaosSettings, chaosSchema } from '../faults/chaos/chaos-input.ts'
import type { EffectDeclarations } from '../faults/effects/effects.ts'
import type { FaultInput, FaultRule } from '../faults/fault.ts'
import { faultInputSchemaOf } from '../faults/fault-input.ts'
import { MOST_FAULTS } from '../faults/fault-list.ts'
import { OptionError } from '../input/options/option-error.ts'
import { readValue } from '../input/schemas/describe-issues.ts'
import { createSeal, isRecord } from '../input/schemas/schema-walk.ts'
import { quote } from '../input/text/quote.ts'
import { showValue } from '../input/text/show-value.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import { type Delay, type Duration, durationSchema } from '../store/time/duration.ts'
import { findOfAdded, isOfRecord } from '../store/time/timeline.ts'
import { readChanges } from '../world/apply-changes.ts'
import { countInitial } from '../world/start/planned-groups.ts'
import {
  buildChangesSchema,
  listPlanFields,
  planDefaultsOf,
  type WorldPlan,
  worldPlanSchemaOf,
} from '../world/start/world-plan.ts'

/** What decides what a scenario can contain. */
export type ScenarioDeclarations = EffectDeclarations

const seal = createSeal<Scenario>('scenario')

/** The schema of the changes since the start of a world. */
export const worldChangesSchemaOf = derivedFrom((declared: ScenarioDeclarations) =>
  buildChangesSchema(declared.resources, faultInputSchemaOf(declared)),
)

/** The schema of a scenario, in TypeScript and in files. */
export const scenarioSchemaOf = derivedFrom((declared: ScenarioDeclarations) =>
  z.strictObject({
    $schema: z.string().optional().describe('The location of the JSON Schema of scenarios, for editors.'),
    name: z.string().min(1).describe('The name of the scenario.'),
    description: z.string().default('').describe('A sentence that describes the scenario.'),
    ...worldPlanSchemaOf(declared).shape,
    changes: worldChangesSchemaOf(declared).optional().describe('The changes since the start of the world.'),
    preset: z
      .enum(declared.questions.presets)
      .optional()
      .describe('The set of assumptions about what the contract leaves open.'),
    assumptions: assumptionsSchemaOf(declared.questions).optional().describe('Assumptions that replace the preset’s.'),
    latency: durationSchema.optional().describe('How long every response takes: milliseconds, or text such as 300ms.'),
    faults: z
      .array(faultInputSchemaOf(declared))
      .max(MOST_FAULTS)
      .superRefine(refuseTakenIds)
      .optional()
      .describe('The faults at the start.'),
    chaos: chaosSchema.optional().describe('Random faults, drawn from a seed.'),
  }),
)

// A fault without an id gets its number as its id, as when it is added to a session.
function refuseTakenIds(faults: readonly { id?: string | undefined }[], context: z.RefinementCtx): void {
  const taken = new Set<string>()
  for (const [index, { id = String(index + 1) }] of faults.entries()) {
    if (taken.has(id)) {
      context.addIssue({
        code: 'custom',
        message: 'Another fault has this id. Choose another id',
        path: [index, 'id'],
        input: id,
      })
    }
    taken.add(id)
  }
}

/** What scenarios consist of. */
export interface ScenarioParts {
  readonly WorldPlan: object
  readonly MainResource: PropertyKey
  readonly WrittenChanges: object
  readonly Preset: string
  readonly AssumptionOverrides: AssumptionOverrides
  readonly FaultRule: FaultRule
  readonly FaultInput: FaultInput
}

/** A scenario whose parts are known. */
export type ScenarioOf<Of extends ScenarioParts> = Of['WorldPlan'] & {
  readonly name: string
  readonly description: string
  readonly preset?: Of['Preset']
  readonly assumptions?: Of['AssumptionOverrides']
  readonly latency?: Delay
  readonly faults?: readonly Of['FaultRule'][]
  readonly chaos?: ChaosSettings
}

/** A scenario whose parts are known, in the form that you write. */
export type ScenarioInputOf<Of extends ScenarioParts> = Pick<
  ScenarioOf<Of>,
  'name' | (Of['MainResource'] & keyof ScenarioOf<Of>)
> &
  Omit<Partial<ScenarioOf<Of>>, 'name' | Of['MainResource'] | 'latency' | 'faults' | 'chaos' | 'changes'> & {
    readonly latency?: Duration
    readonly changes?: Of['WrittenChanges']
    readonly faults?: readonly Of['FaultInput'][]
    readonly chaos?: ChaosInput
  }

/** A named world: its description, its time, its data and its behaviour. */
export interface Scenario extends WorldPlan {
  readonly name: string
  readonly description: string
  readonly preset?: string
  readonly assumptions?: AssumptionOverrides
  readonly latency?: Delay
  readonly faults?: readonly FaultRule[]
  readonly chaos?: ChaosSettings
}

/** A scenario in the form that you write. Its schema checks it. */
export interface ScenarioInput {
  readonly name: string
  readonly [field: string]: unknown
}

export function countRecords(resource: AnyResource, scenario: Scenario): number {
  const { changes = {} } = scenario
  const { added = [], removed = [] } = readChanges(resource, changes)
  return countInitial(resource, scenario) + added.length - removed.length
}

/** The types of scenarios of a service. */
export interface ScenarioTypes {
  readonly Scenario: Scenario
  readonly ScenarioInput: ScenarioInput
}

/** Defines a scenario. The same definition creates the same world everywhere. @throws with all issues */
export function defineScenario<Of extends ScenarioTypes>(
  declared: ScenarioDeclarations & { readonly table?: Of },
  input: Of['ScenarioInput'],
): Of['Scenario']
export function defineScenario(declared: ScenarioDeclarations, input: ScenarioInput): Scenario {
  if (seal.has(input)) return input
  assertScenario(input)
  const read = readValue(scenarioSchemaOf(declared), input)
  if ('text' in read) throw new OptionError({ attempt: `define ${nameScenario(input)}`, received: read.text })
  return keepScenario(read.value)
}

function nameScenario(input: unknown): string {
  return isRecord(input) && typeof input.name === 'string' ? `scenario ${quote(input.name)}` : 'the scenario'
}

const OF_FILE = /\.(?:ya?ml|json)$|^\s*\{|\n/i

/** Says what to do with a text that is the name or the content of a file; empty if it is something else. */
export function adviseOnFile(text: string): string {
  if (!OF_FILE.test(text)) return ''
  return ' To load a file, pass what `await readScenarioFile(...)` of deploymock/files returns.'
}

/** Rejects what is usually taken for a scenario, with what to do instead. @throws OptionError */
export function assertScenario(input: unknown): void {
  const advice = adviseInstead(input)
  if (advice !== '')
    throw new OptionError({ attempt: 'load the scenario', received: `it is ${showValue(input)}`, advice })
}

function adviseInstead(input: unknown): string {
  if (typeof input === 'string' || input instanceof URL) return adviseOnFile(String(input))
  if (isSnapshot(input)) return 'This is a snapshot. Restore it instead.'
  if (!isRecord(input) || input.name !== undefined || typeof input.scenario !== 'string') return ''
  const name = JSON.stringify(input.scenario)
  return `A scenario that is known is loaded by its name alone: ${name} in code, {"name":${name}} over HTTP.`
}

export const SNAPSHOT_FORMAT = 'deploymock-snapshot'

/** Whether a value declares itself to be a snapshot. It may still be invalid. */
export function isSnapshot(value: unknown): boolean {
  return isRecord(value) && value.format === SNAPSHOT_FORMAT
}

/** What can be chosen instead of what a scenario says. */
export type ChosenFields = Readonly<Record<string, unknown>>

/**
 * Returns a scenario with other values for some fields. With other records of the main resource, what has changed or will
 * happen in its own is left out, because they no longer exist.
 *
 * @throws with all issues
 */
export function changeScenario<Of extends ScenarioTypes>(
  declared: ScenarioDeclarations & { readonly mainResource: string; readonly table?: Of },
  scenario: Of['Scenario'],
  chosen: ChosenFields,
): Of['Scenario']
export function changeScenario(
  declared: ScenarioDeclarations & { readonly mainResource: string },
  scenario: Scenario,
  chosen: ChosenFields,
): Scenario {
  if (Object.keys(chosen).length === 0) return scenario
  const { mainResource, resources } = declared
  if (chosen[mainResource] === undefined) return defineScenario(declared, { ...scenario, ...chosen })
  const isLost = (name: string) =>
    name === mainResource || resources.some((each) => each.name === name && isBelow(each, mainResource))
  const { changes: { timeline = [], ...records } = {}, ...rest } = scenario
  const ofAdded = findOfAdded(timeline)
  const left = timeline.filter((entry) => !isOfRecord(entry) || !isLost(entry.resource) || ofAdded.has(entry))
  const all = Object.entries({ ...records, ...(left.length > 0 && { timeline: left }) })
  const kept = all.filter(([name]) => !isLost(name))
  return defineScenario(declared, { ...rest, ...(kept.length > 0 && { changes: Object.fromEntries(kept) }), ...chosen })
}

function isBelow({ belongsTo = {} }: AnyResource, name: string): boolean {
  return Object.values(belongsTo).some((parent) => parent.name === name || isBelow(parent, name))
}

export function keepScenario({ $schema, ...scenario }: z.output<ReturnType<typeof scenarioSchemaOf>>): Scenario {
  return seal.set(scenario)
}

/**
 * Defines a scenario of the package. To start faster, it is not validated. It must already have the
 * form that `defineScenario` returns, which tests check.
 */
export function shipScenario<Shipped extends Scenario>(resources: readonly AnyResource[], input: ShippedInput): Shipped
export function shipScenario(resources: readonly AnyResource[], { name, description, ...input }: ShippedInput) {
  // In the order of the schema, so that a scenario is written alike before and after it is read.
  const blank = { name, description, ...listPlanFields(resources) }
  const scenario = { ...blank, ...planDefaultsOf(resources), ...input }
  seal.set(scenario)
  return scenario
}

/** A scenario of the package, in the form that its file has. */
export interface ShippedInput extends ScenarioInput {
  readonly description: string
}

/** A scenario of the package whose parts are known. @typeParam Default the fields that it can lack */
export type ShippedInputOf<Scenario, Default extends keyof Scenario> = Omit<Scenario, Default> &
  Partial<Pick<Scenario, Default>>
