// The settings of a session that are not part of its scenario.

import type { AssumptionOverrides } from '../define/assumptions/assumptions.ts'
import type { Questions } from '../define/assumptions/register-entry.ts'
import { drawAssumptions, readVariation, type VaryInput, type VaryOptions } from '../define/assumptions/variation.ts'
import { assertKnownOptions, type OptionNames } from '../input/options/known-options.ts'
import type { StartParts } from './state/start.ts'
import type { State } from './state/state.ts'

/** The types of settings. */
export interface SettingsTypes {
  readonly Preset: string
  readonly VaryInput: VaryInput
}

/** Settings to change. The others stay unchanged. */
export interface SettingsChange<Of extends SettingsTypes = SettingsTypes> {
  /** The set of assumptions about what the contract leaves open. Assumptions that were chosen stay unchanged. */
  readonly preset?: Of['Preset'] | undefined
  /** Whether everything that the contract does not promise is rejected or labelled. */
  readonly strict?: boolean | undefined
  /** Draws a value for every assumption that nobody has chosen. With null, they have the preset's values. */
  readonly vary?: Of['VaryInput'] | null | undefined
}

const SETTINGS: OptionNames<SettingsChange> = { preset: true, strict: 'flag', vary: true }

/** Returns the start and the assumptions of a state after a change of its settings. @throws OptionError */
export function changeSettings(
  { start, assumptions }: State,
  change: SettingsChange,
  { declared: { questions }, run }: Pick<StartParts, 'declared' | 'run'>,
): Pick<State, 'start' | 'assumptions'> {
  assertKnownOptions('change the settings', change, SETTINGS)
  const { preset = start.preset, vary: requested } = change
  const { vary: before, drawn: drawnBefore = {}, ...rest } = start
  const chosenAtStart = withoutDrawn(start.assumptions, drawnBefore)
  const chosen = withoutDrawn(assumptions, drawnBefore)
  const vary = requested === undefined ? before : readVary(questions, requested)
  const kept = { ...chosenAtStart, ...chosen, ...run.assumptions }
  const draw = () => (vary === undefined ? {} : drawAssumptions(questions, vary, { kept }))
  const drawn = requested === undefined ? drawnBefore : draw()
  return {
    start: {
      ...rest,
      preset,
      assumptions: { ...drawn, ...chosenAtStart },
      ...(vary !== undefined && { vary, drawn }),
    },
    assumptions: { ...drawn, ...chosen },
  }
}

function readVary(questions: Questions, requested: VaryInput | null): VaryOptions | undefined {
  return requested === null ? undefined : readVariation(questions, requested)
}

function withoutDrawn(assumptions: AssumptionOverrides, drawn: AssumptionOverrides): AssumptionOverrides {
  const known = new Map(Object.entries(drawn))
  return Object.fromEntries(Object.entries(assumptions).filter(([id, value]) => known.get(id) !== value))
}
