// The types of the engine for the questions of this service.

import type { FreeValueOf, NamedValue, NumberOf } from '../../engine/define/assumptions/assumptions.ts'
import type { VaryOptions as Vary } from '../../engine/define/assumptions/variation.ts'
import type { AssumptionId, register } from './register.ts'

export type { AssumptionId }

type Register = typeof register

/** A value for every entry of the register. */
export type Assumptions = { readonly [Id in keyof Register]: NamedValue<Register[Id]> | FreeValueOf<Register[Id]> }

/** Values that replace the preset's. A list is an alternative to a comma-separated value, a number to its digits. */
export type AssumptionOverrides = {
  readonly [Id in keyof Register]?:
    | Assumptions[Id]
    | NumberOf<NamedValue<Register[Id]>>
    | (FreeValueOf<Register[Id]> extends never ? never : readonly string[])
}

/** Values of an assumption: `{ operations: ['upstream'] }`. */
export type Answers = { readonly [Id in AssumptionId]?: readonly Assumptions[Id][] }

/** What to draw: everything from a seed, or only some entries. */
export interface VaryOptions extends Vary<AssumptionId> {}

/** A seed, or a seed and the entries to draw. */
export type VaryInput = number | string | VaryOptions
