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

type Entry<Id extends AssumptionId> = (typeof register)[Id]
type TextOf<Key> = `${Key & (string | number)}`
type NameOf<Id extends AssumptionId> = TextOf<keyof Entry<Id>['values']>
type ValueOf<Id extends AssumptionId> = NameOf<Id> | (Entry<Id> extends { freeValue: object } ? string : never)
type ExcludingOf<Id extends AssumptionId> =
  Entry<Id> extends { readonly excludes: infer Values } ? TextOf<keyof Values> : never

/** What entries say about values, by their names. A name that no value has is a type error. */
export type KnownValues = {
  readonly [Id in AssumptionId]: { readonly spec: ValueOf<Id> } & { readonly [Name in Preset]?: ValueOf<Id> } & {
    readonly excludes?: Readonly<Record<string, { readonly [Other in AssumptionId]?: readonly NameOf<Other>[] }>>
  } & (ExcludingOf<Id> extends NameOf<Id> ? unknown : never)
}
