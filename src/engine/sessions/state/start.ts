// The start of a session.

import {
  type AssumptionOverrides,
  type Assumptions,
  defaultPreset,
  findEntry,
  resolveAssumptions,
} from '../../define/assumptions/assumptions.ts'
import type { Questions } from '../../define/assumptions/register-entry.ts'
import { drawAssumptions, isDrawn, type VaryOptions } from '../../define/assumptions/variation.ts'
import type { Chaos } from '../../faults/chaos/chaos.ts'
import { type ChaosInput, readChaos } from '../../faults/chaos/chaos-input.ts'
import type { FaultInput } from '../../faults/fault.ts'
import { defineScenario, type Scenario, type ScenarioInput } from '../../scenario/scenario.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'

/** The types of what a session begins with. */
export interface StartTypes {
  readonly Scenario: Scenario
  readonly Preset: string
  readonly AssumptionOverrides: AssumptionOverrides
  readonly VaryOptions: VaryOptions
}

export interface Start<Of extends StartTypes = StartTypes> {
  /** The title of the service. Default: that of who reads it. */
  service?: string
  /** The scenario that its world was built from. */
  scenario: Of['Scenario']
  /** The preset of its assumptions. */
  preset: Of['Preset']
  /** The assumptions that differed from the preset. */
  assumptions: Of['AssumptionOverrides']
  /** What its assumptions were drawn from, if they were. */
  vary?: Of['VaryOptions']
  /** The values that were drawn for it. */
  drawn?: Of['AssumptionOverrides']
}

/** What is set for a whole run. It replaces what the code of the run sets, so that the run can be varied from outside. */
export interface RunSettings {
  /** Assumptions that nothing in the code can change. */
  readonly assumptions?: AssumptionOverrides
  /** Draws a value for every other entry of the register, for every session. */
  readonly vary?: VaryOptions
  /** The seed of every scenario. */
  readonly seed?: number
  /** The random faults of every session. */
  readonly chaos?: ChaosInput
  /** Faults that every session starts with, in addition to its own. */
  readonly faults?: readonly FaultInput[]
}

export interface StartParts {
  declared: ServiceDeclarations
  /** Values that replace those of every scenario. */
  preferred: Omit<OwnStart, 'varyScope'> & { chaos?: ChaosInput | undefined }
  run: RunSettings
}

/** What a session asks for itself. */
export interface OwnStart {
  preset?: string | undefined
  assumptions?: AssumptionOverrides | undefined
  /** What to draw instead of what the simulator draws. */
  vary?: VaryOptions | undefined
  /** Draws other values than other sessions do, with the same seed. */
  varyScope?: string | undefined
}

interface ScenarioSource {
  readonly declared: ServiceDeclarations
  findScenario(name: string): Scenario
}

/** Returns the scenario with a name, or the one that is given in full. @throws OptionError */
export function resolveScenario(
  scenario: string | ScenarioInput,
  { declared, findScenario }: ScenarioSource,
): Scenario {
  return typeof scenario === 'string' ? findScenario(scenario) : defineScenario(declared, scenario)
}

/**
 * Returns what a session of a scenario starts with. Drawn values fill in what nobody has chosen. Those
 * of the run replace what the code has chosen.
 */
export function findStart(
  scenario: Scenario,
  { declared: { title, questions }, preferred, run }: StartParts,
  own: OwnStart = {},
): Start {
  const { varyScope: scope = '' } = own
  const chosen = { ...scenario.assumptions, ...preferred.assumptions, ...own.assumptions }
  const vary = own.vary ?? preferred.vary
  const drawn =
    vary === undefined ? {} : drawAssumptions(questions, vary, { scope, kept: { ...chosen, ...run.assumptions } })
  const drawnForRun =
    run.vary === undefined ? {} : drawAssumptions(questions, run.vary, { scope, kept: run.assumptions ?? {} })
  return {
    service: title,
    scenario: run.seed === undefined ? scenario : { ...scenario, seed: run.seed },
    preset: own.preset ?? preferred.preset ?? scenario.preset ?? defaultPreset(questions),
    assumptions: { ...drawn, ...chosen, ...drawnForRun },
    ...(vary !== undefined && { vary, drawn }),
  }
}

/** A session whose assumptions were chosen or drawn. */
interface Assuming {
  readonly start: Start
  readonly assumptions: AssumptionOverrides
}

interface ChosenParts {
  readonly questions: Questions
  readonly run: Pick<RunSettings, 'assumptions' | 'vary'>
}

/** Whether somebody has chosen the value of an assumption, alone or with a preset. One that was drawn is not chosen. */
export function isChosen(
  id: string,
  { start: { preset, drawn = {} }, assumptions }: Assuming,
  { questions, run }: ChosenParts,
): boolean {
  if (preset !== defaultPreset(questions) || id in { ...run.assumptions }) return true
  const isOfRun = run.vary !== undefined && isDrawn(id, findEntry(questions, id, 'assume'), run.vary)
  return id in assumptions && !isOfRun && assumptions[id] !== drawn[id]
}

/** Returns the random faults of a scenario's sessions, if there are any. @throws OptionError if they are invalid */
export function findChaos(scenario: Scenario, { preferred, run }: ChaosParts): Chaos | undefined {
  const input = run.chaos ?? preferred.chaos ?? scenario.chaos
  return input === undefined ? undefined : { seed: scenario.seed, ...readChaos(input) }
}

export type ChaosParts = Pick<StartParts, 'preferred' | 'run'>

/** Returns the random faults that a session of a scenario begins with; of level 0 if there are none. */
export function beginChaos(scenario: Scenario, parts: ChaosParts): Chaos {
  return findChaos(scenario, parts) ?? { level: 0, seed: scenario.seed }
}

/** Returns what finds a start whose scenario can be another one the next time. @param begin called for each of them */
export function followStart(find: () => Scenario, begin: (scenario: Scenario) => Start): () => Start {
  let last: { found: Scenario; start: Start } | undefined
  return () => {
    const found = find()
    if (last?.found !== found) last = { found, start: begin(found) }
    return last.start
  }
}

/** Returns the value of every entry of the register at the start of a session. */
export function resolveStart({ preset, assumptions }: Start, { declared, run }: StartParts): Assumptions {
  return resolveAssumptions(declared.questions, preset, { ...assumptions, ...run.assumptions })
}
