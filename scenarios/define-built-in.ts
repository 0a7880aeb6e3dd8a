import type { ShippedInput } from '../src/service/scenario.ts'

/** Returns a built-in scenario as it is. Tests check it, so that it need not be validated when it is loaded. */
export const defineBuiltIn = <const Name extends string>(
  scenario: ShippedInput & { readonly name: Name },
): ShippedInput & { readonly name: Name } => scenario
