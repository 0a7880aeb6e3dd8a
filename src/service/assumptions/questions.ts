import type { Questions } from '../../engine/define/assumptions/register-entry.ts'
import type { AssumptionId, AssumptionOverrides, Assumptions } from './assumptions.ts'
import { filterQuestions } from './filters.ts'
import { listQuestions } from './lists.ts'
import { PRESETS, type Preset } from './presets.ts'
import { basePresets, register } from './register.ts'

interface QuestionTypes {
  readonly AssumptionId: AssumptionId
  readonly Preset: Preset
  readonly Register: typeof register
  readonly Assumptions: Assumptions
  readonly AssumptionOverrides: AssumptionOverrides
}

type EntryOf<Id extends AssumptionId> = (typeof register)[Id]

type TextOf<Key> = `${Key & (string | number)}`

type NameOf<Id extends AssumptionId> = TextOf<keyof EntryOf<Id>['values']>

type AnswerOf<Id extends AssumptionId> = NameOf<Id> | (EntryOf<Id> extends { freeValue: object } ? string : never)

type ExcludingOf<Id extends AssumptionId> =
  EntryOf<Id> extends { readonly excludes: infer Values } ? TextOf<keyof Values> : never

/** What entries say about values, by their names. A name that no value has is a type error. */
type KnownValues = {
  readonly [Id in AssumptionId]: { readonly spec: AnswerOf<Id> } & { readonly [Name in Preset]?: AnswerOf<Id> } & {
    readonly excludes?: Readonly<Record<string, { readonly [Other in AssumptionId]?: readonly NameOf<Other>[] }>>
  } & (ExcludingOf<Id> extends NameOf<Id> ? unknown : never)
}

/** The open questions and the presets. */
export const questions: Questions<QuestionTypes> = {
  register: register satisfies KnownValues,
  presets: PRESETS,
  basePresets,
  ofRecords: [...Object.keys({ ...listQuestions, ...filterQuestions }), 'repositoryOrdering'],
}
