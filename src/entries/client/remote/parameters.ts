// The parameters of methods, as far as a server cannot see what is wrong with an argument.

import type { OptionKind, OptionNames } from '../../../engine/input/options/known-options.ts'

/** A parameter of a method, as far as the server cannot see what is wrong. Undefined if the server sees everything. */
export type MethodParameter =
  | { readonly name: string; readonly kind: OptionKind; readonly isOptional?: true; readonly advice?: string }
  | { readonly options: OptionNames<object> }
  | undefined

export const required = (name: string, kind: OptionKind): MethodParameter => ({ name, kind })
/** @param advice what to do instead of the usual mistake */
export const optional = (name: string, kind: OptionKind, advice = ''): MethodParameter => ({
  name,
  kind,
  isOptional: true,
  advice,
})
export const options = <Options extends object>(names: OptionNames<Options>): MethodParameter => ({ options: names })
