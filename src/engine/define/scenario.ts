// What a scenario is.

import * as z from 'zod'
import type { AssumptionOverrides } from '../assumptions/assumptions.ts'
import { assumptionsSchema } from '../assumptions/assumptions-schema.ts'
import { type ChaosInput, type ChaosSettings, chaosSchema } from '../faults/chaos/chaos-input.ts'
import type { FaultInput, FaultRule } from '../faults/fault.ts'
import { faultInputSchema } from '../faults/fault-input.ts'
import { OptionError } from '../input/options/option-error.ts'
import { readValue, showValue } from '../input/schemas/describe-issues.ts'
import { createSeal } from '../input/schemas/seal.ts'
import { PRESETS, type Preset } from '../seam/register.ts'
import { type Duration, durationSchema } from '../store/time/duration.ts'
import { readChanges } from '../world/apply-changes.ts'
import { countInitial } from '../world/start/planned-records.ts'
import { listPlanFields, PLAN_DEFAULTS, type WorldPlan, worldPlanSchema } from '../world/start/world-plan.ts'
import type { AnyResource } from './resource.ts'

// Every request checks all faults.
const MOST_FAULTS = 20_000

const seal = createSeal<Scenario>('scenario')

/** The schema of a scenario, in TypeScript and in files. */
export const scenarioSchema = z.strictObject({
  $schema: z.string().optional().describe('The location of the JSON Schema of scenarios, for editors.'),
  name: z.string().min(1).describe('The name of the scenario.'),
  description: z.string().default('').describe('A sentence that describes the scenario.'),
  ...worldPlanSchema.shape,
  preset: z.enum(PRESETS).optional().describe('The set of assumptions about what the contract leaves open.'),
  assumptions: assumptionsSchema.optional().describe('Assumptions that replace the preset’s.'),
  latency: durationSchema.optional().describe('How long every response takes, in milliseconds.'),
  faults: z
    .array(faultInputSchema)
    .max(MOST_FAULTS)
    .superRefine(refuseTakenIds)
    .optional()
    .describe('The faults at the start.'),
  chaos: chaosSchema.optional().describe('Random faults, drawn from a seed.'),
})

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

/** A named world: its description, its time, its data and its behaviour. */
export type Scenario = WorldPlan & {
  readonly name: string
  readonly description: string
  readonly preset?: Preset
  readonly assumptions?: AssumptionOverrides
  /** How long every response takes, in milliseconds. */
  readonly latency?: Duration
  readonly faults?: readonly FaultRule[]
  /** Random faults, drawn from a seed. */
  readonly chaos?: ChaosSettings
}

/**
 * A scenario in the form that you write, in code and in files. Only `name` and `deployments` are
 * required. Faults and chaos can have all the forms that `faults.add` and `createSimulator` accept.
 */
export type ScenarioInput = Pick<Scenario, 'name'> &
  Omit<Partial<Scenario>, 'deployments' | 'faults' | 'chaos'> &
  Pick<Scenario, 'deployments'> & {
    readonly faults?: readonly FaultInput[]
    readonly chaos?: ChaosInput
  }

/** Counts the records of a resource in a scenario. */
export function countRecords(resource: AnyResource, scenario: Scenario): number {
  const { changes = {} } = scenario
  const { added = [], removed = [] } = readChanges(resource, changes)
  return countInitial(resource, scenario) + added.length - removed.length
}

/**
 * Defines a scenario. The same definition creates the same world everywhere.
 *
 * @throws with all issues
 * @example
 * const quiet = defineScenario({
 *   name: 'quiet',
 *   description: 'One integration, two repositories, a deployment that is well and one that is not.',
 *   providers: 1,
 *   integrations: [{ kind: 'standard', name: 'lumen-works', repositories: 2 }],
 *   deployments: [{ record: { status: 'READY' } }, { record: { status: 'UNKNOWN' } }],
 * })
 */
export function defineScenario(input: ScenarioInput): Scenario {
  if (seal.has(input)) return input
  const read = readValue(scenarioSchema, input)
  if ('text' in read) throw new OptionError(`Failed to define scenario ${showValue(input?.name)}: ${read.text}.`)
  return keepScenario(read.value)
}

/** Turns the output of the schema into a scenario. */
export function keepScenario({ $schema, ...scenario }: z.output<typeof scenarioSchema>): Scenario {
  return seal.set(scenario)
}

/**
 * Defines a scenario of the package. To start faster, it is not validated. It must already have the
 * form that `defineScenario` returns, which tests check.
 */
export function shipScenario<const Name extends string>({
  name,
  description,
  ...input
}: ShippedInput & { readonly name: Name }): ShippedScenario<Name> {
  // In the order of the schema, so that a scenario is written alike before and after it is read.
  const blank = { name, description, ...listPlanFields() }
  const scenario = { ...blank, ...PLAN_DEFAULTS, ...input }
  seal.set(scenario)
  return scenario
}

type ShippedInput = Omit<Scenario, keyof typeof PLAN_DEFAULTS> & Partial<Pick<Scenario, keyof typeof PLAN_DEFAULTS>>

/** A scenario of the package. An interface keeps its declaration short. */
export interface ShippedScenario<Name extends string> extends Scenario {
  readonly name: Name
}
