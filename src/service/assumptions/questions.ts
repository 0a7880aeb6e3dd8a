import type { Questions } from '../../engine/define/assumptions/register-entry.ts'
import type { AssumptionId, AssumptionOverrides, Assumptions } from './assumptions.ts'
import { filterQuestions } from './filters.ts'
import { listQuestions } from './lists.ts'
import { PRESETS, type Preset } from './presets.ts'
import { basePresets, type KnownValues, register } from './register.ts'

interface QuestionTypes {
  readonly AssumptionId: AssumptionId
  readonly Preset: Preset
  readonly Register: typeof register
  readonly Assumptions: Assumptions
  readonly AssumptionOverrides: AssumptionOverrides
}

/** The open questions and the presets. */
export const questions: Questions<QuestionTypes> = {
  register: register satisfies KnownValues,
  presets: PRESETS,
  basePresets,
  ofRecords: [...Object.keys({ ...listQuestions, ...filterQuestions }), 'repositoryOrdering'],
}
