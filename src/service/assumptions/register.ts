import { accessQuestions } from './access.ts'
import { creationQuestions } from './creation.ts'
import { deploymentQuestions } from './deployments.ts'
import { errorQuestions } from './errors.ts'
import { filterQuestions } from './filters.ts'
import { listQuestions } from './lists.ts'
import {
  basePathQuestions,
  documentationQuestions,
  logQuestions,
  operationQuestions,
  tenantQuestions,
} from './operations.ts'
import { parameterQuestions } from './parameters.ts'
import type { Preset } from './presets.ts'
import { repositoryQuestions } from './repositories.ts'

/**
 * Everything that the contract leaves open, by id. The ids are part of the public API and never
 * change. What the contract does specify is not in the register and cannot be switched.
 *
 * Their order here is the order in which they are listed everywhere.
 */
export const register = {
  ...repositoryQuestions,
  ...listQuestions,
  ...deploymentQuestions,
  ...filterQuestions,
  ...parameterQuestions,
  ...errorQuestions,
  ...accessQuestions,
  ...operationQuestions,
  ...logQuestions,
  ...tenantQuestions,
  ...creationQuestions,
  ...basePathQuestions,
  ...documentationQuestions,
} as const

/** The id of an open question. */
export type AssumptionId = keyof typeof register

/** The preset whose values another one has where it names none. */
export const basePresets = { langsmith: 'spec', 'langsmith-next': 'langsmith' } as const satisfies Record<
  Exclude<Preset, 'spec'>,
  Preset
>

/** The value of an entry under a preset. */
export type PresetValue<Id extends AssumptionId, Name extends Preset> = Name extends keyof (typeof register)[Id]
  ? (typeof register)[Id][Name]
  : Name extends keyof typeof basePresets
    ? PresetValue<Id, (typeof basePresets)[Name]>
    : never
