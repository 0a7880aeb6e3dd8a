// The parameters of methods, as far as a server cannot see what is wrong with an argument.

import type { Kind, OptionNames } from '../../../engine/input/options/known-options.ts'

/** A parameter of a method, as far as the server cannot see what is wrong. Undefined if the server sees everything. */
export type Parameter =
  | { readonly name: string; readonly kind: Kind; readonly isOptional?: true; readonly advice?: string }
  | { readonly options: OptionNames<object> }
  | undefined

export const required = (name: string, kind: Kind): Parameter => ({ name, kind })
/** @param advice what to do instead of the usual mistake */
export const optional = (name: string, kind: Kind, advice = ''): Parameter => ({ name, kind, isOptional: true, advice })
export const options = <Options extends object>(names: OptionNames<Options>): Parameter => ({ options: names })
